import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const deploy = fileURLToPath(new URL('../deploy/', import.meta.url))
/** Who has nothing here, in place of the image's user. */
const nobody = 65534

const isRoot = process.getuid?.() === 0
if (!isRoot)
  process.stderr.write('\n!!! Only root becomes another user: deploy/Containerfile is NOT TRIED.\n\n')

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
if (!hasSystemd)
  process.stderr.write('\n!!! There is no systemd-analyze: the unit in deploy/ is NOT TRIED.\n\n')

test.skipIf(!hasSystemd)('systemd takes the unit, and calls it safe', () => {
  const unit = join(deploy, 'todo-ledger.service')
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const words = ['security', '--offline=true', '--threshold=20', unit]
  expect(spawnSync('systemd-analyze', words).status).toBe(0)
})

test.skipIf(!isRoot)(
  'the steps of the container lead to a server that keeps its store, as another user',
  async () => {
    const place = mkdtempSync(join(tmpdir(), 'todo-ledger-container-'))
    const running: ChildProcess[] = []
    onTestFinished(() => {
      for (const child of running) child.kill('SIGKILL')
      rmSync(place, { recursive: true })
    })
    chmodSync(place, 0o755)
    const packed = join(place, 'packed')
    execFileSync(process.execPath, ['tools/release.mjs', '--dry-run', packed], { stdio: 'ignore' })
    const port = await freePort()
    const bin = join(place, 'usr/local/bin')
    mkdirSync(bin, { recursive: true })
    const image = imageIn(place, port)
    const path = `${bin}:${dirname(process.execPath)}:${process.env['PATH']}`
    for (const { word, rest } of image.steps) {
      const shell = (script: string, cwd: string) =>
        execFileSync('sh', ['-ec', script], { cwd, env: { ...process.env, PATH: path }, stdio: 'pipe' })
      if (word === 'WORKDIR') mkdirSync(rest, { recursive: true })
      if (word === 'COPY' && !rest.startsWith('--from')) {
        const target = join(image.folder, rest.split(' ').at(-1) ?? '')
        mkdirSync(target)
        shell(`cp ${rest.split(' ').slice(0, -1).join(' ')} ${target}`, packed)
      }
      if (word === 'RUN') shell(rest, image.folder)
    }
    const inside = (command: readonly string[]) => {
      const words = ['--reuid', `${nobody}`, '--regid', `${nobody}`, '--clear-groups', ...command]
      const child = spawn('setpriv', words, { cwd: '/', env: { PATH: path, ...image.env } })
      running.push(child)
      return child
    }
    const isHealthy = async () => (await once(inside(image.healthCheck), 'exit'))[0] === 0
    const serving = async () => {
      const child = inside([...image.entry, ...image.command])
      await firstLine(child)
      return async () => {
        child.kill('SIGTERM')
        expect(await once(child, 'exit')).toEqual([0, null])
      }
    }
    expect(await isHealthy()).toBe(false)
    const stop = await serving()
    expect(await isHealthy()).toBe(true)
    const token = await firstLine(inside([...image.entry, 'token', 'builder']))
    const ask = async (init: RequestInit = {}) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      return await (await fetch(`http://localhost:${port}/v1/sessions`, { ...init, headers })).json()
    }
    const body = JSON.stringify({ id: 'builder.plan', profile: 'recommended' })
    expect(await ask({ method: 'POST', body })).toEqual({ id: 'builder.plan', created: true })
    await stop()
    const stopAgain = await serving()
    expect(await ask()).toMatchObject({ sessions: [{ id: 'builder.plan' }] })
    await stopAgain()
    expect(statSync(join(image.volume, '.local/share/todo-ledger/todos.db')).uid).toBe(nobody)
  },
  600_000,
)

/** What the file says, as if its root were a folder, and its user nobody. */
function imageIn(place: string, port: number) {
  const text = readFileSync(join(deploy, 'Containerfile'), 'utf8')
    .replaceAll(/(?<=[ =])\/(opt|data|usr)\b/g, `${place}/$1`)
    .replaceAll('node:node', `${nobody}:${nobody}`)
    .replaceAll('7410', `${port}`)
  const steps = [...text.matchAll(/^([A-Z]+) (.*)$/gm)].map(([, word = '', rest = '']) => ({ word, rest }))
  const last = (wanted: string) => steps.findLast(({ word }) => word === wanted)?.rest ?? ''
  const words = (wanted: string): readonly string[] => JSON.parse(last(wanted).replace(/^[^[]*/, ''))
  return {
    steps,
    folder: last('WORKDIR'),
    volume: last('VOLUME'),
    env: Object.fromEntries(
      last('ENV')
        .split(' ')
        .map((each) => each.split('=')),
    ),
    healthCheck: words('HEALTHCHECK'),
    entry: words('ENTRYPOINT'),
    command: words('CMD'),
  }
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout !== null) for await (const line of createInterface({ input: stdout })) return line
  throw new Error('It said nothing.')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('There is no port.')
  return address.port
}
