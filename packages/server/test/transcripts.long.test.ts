/** The transcripts of docs/guides/server.md: their commands are run, in their order, against the real program. `-u` writes them anew. */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ServerProcess } from './server-process.js'

const page = fileURLToPath(new URL('../../../docs/guides/server.md', import.meta.url))

/** What is another in each run. */
function steady(text: string, port: string): string {
  return text
    .replaceAll(port, '7410')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-11-23T12:00:00.000Z')
    .replaceAll(/"hash":"[0-9a-f]{64}"/g, '"hash":"9f86d0…"')
    .replaceAll(/"owner":\{[^}]*\}/g, '"owner":{…}')
    .replaceAll(/"id":"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"id":"3f0c1d…"')
}

test('the transcripts are those of the program', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-transcripts-'))
  const server = new ServerProcess(folder, 'builder')
  try {
    await server.start()
    const { port } = new URL(server.origin)
    const environment = { ...process.env, TOKEN: server.token }
    // One shell runs them all: it keeps what they set.
    const commands = [...readFileSync(page, 'utf8').matchAll(/^\$ (.+)$/gm)].map(
      ([, command = '']) => command,
    )
    const end = '==== end of output ===='
    const script = [
      'shopt -s expand_aliases',
      ...commands.flatMap((command) => [command, `echo; echo '${end}'`]),
    ]
    const output = execFileSync('bash', ['-c', script.join('\n').replaceAll('7410', port)], {
      env: environment,
      encoding: 'utf8',
    })
    const outputs = output.split(`${end}\n`).map((each) => steady(each, port).trim())
    let next = 0
    const told = readFileSync(page, 'utf8').replaceAll(/^```console\n(.*?)^```$/gms, (block) => {
      const lines = [...block.matchAll(/^\$ .+$/gm)].flatMap(([line]) => {
        const text = outputs[next] ?? ''
        next += 1
        return text === '' ? [line] : [line, text]
      })
      return ['```console', ...lines, '```'].join('\n')
    })
    expect(next).toBe(commands.length)
    await expect(told).toMatchFileSnapshot(page)
  } finally {
    await server.end('SIGTERM')
    rmSync(folder, { recursive: true })
  }
})
