/** What `--out` and `--write-baseline` do to what stands under the name that they are given. */

import { execFile, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'
import { untested } from './recordings.js'
import { program } from './run-program.js'

const place = new MemoryPlace()
place.write('s.jsonl', untested)
const inPlace = (name: string): string => join(place.folder, name)

/** The commands that write a file, and what they are given before its name. */
const writing = [
  'export s.jsonl --out',
  'export s.jsonl --format ics --out',
  'report s.jsonl --out',
  'audit s.jsonl --write-baseline',
]

/** What is in a folder besides what was put there: parts of files that were left behind. */
const left = (folder: string): readonly string[] =>
  readdirSync(inPlace(folder)).filter((name) => name.endsWith('.partial'))

let folders = 0
function newFolder(): string {
  folders += 1
  mkdirSync(inPlace(`${folders}`))
  return `${folders}`
}

test.each(writing)('%s: a full device is reported, and stays', async (words) => {
  const folder = newFolder()
  symlinkSync('/dev/full', inPlace(`${folder}/full`))
  const { code, stderr } = await place.run(`${words} ${folder}/full`)
  expect({ code, stderr: stderr.split('\n').at(-2) }).toEqual({
    code: 2,
    stderr: `todo-replay: ${folder}/full can't be written: the disk is full.`,
  })
  expect(readlinkSync(inPlace(`${folder}/full`))).toBe('/dev/full')
  expect(readdirSync(inPlace(folder))).toEqual(['full'])
})

test.each(writing)('%s: a pipe is written, and stays one', async (words) => {
  const folder = newFolder()
  const pipe = inPlace(`${folder}/pipe`)
  execFileSync('mkfifo', [pipe])
  const reader = spawn('cat', [pipe])
  const read = new Promise<string>((resolve) => {
    let text = ''
    reader.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    reader.on('close', () => resolve(text))
  })
  expect(await place.run(`${words} ${folder}/pipe`)).toMatchObject({ code: 0 })
  expect(lstatSync(pipe).isFIFO()).toBe(true)
  expect((await read).length).toBeGreaterThan(40)
  expect(readdirSync(inPlace(folder))).toEqual(['pipe'])
})

test.each(writing)('%s: a link to a file stays, and the file is written', async (words) => {
  const folder = newFolder()
  mkdirSync(inPlace(`${folder}/there`))
  writeFileSync(inPlace(`${folder}/there/old`), '')
  symlinkSync('there/old', inPlace(`${folder}/old`))
  symlinkSync('there/new', inPlace(`${folder}/new`))
  symlinkSync('new', inPlace(`${folder}/second`))
  for (const name of ['old', 'second']) {
    expect(await place.run(`${words} ${folder}/${name}`)).toMatchObject({ code: 0 })
  }
  expect(readlinkSync(inPlace(`${folder}/old`))).toBe('there/old')
  expect(readlinkSync(inPlace(`${folder}/second`))).toBe('new')
  expect(readdirSync(inPlace(`${folder}/there`))).toEqual(['new', 'old'])
  for (const name of ['new', 'old'])
    expect(statSync(inPlace(`${folder}/there/${name}`)).size).toBeGreaterThan(0)
})

test.each(writing)('%s: a file keeps its mode', async (words) => {
  const folder = newFolder()
  const file = inPlace(`${folder}/f`)
  writeFileSync(file, '')
  chmodSync(file, 0o640)
  expect(await place.run(`${words} ${folder}/f`)).toMatchObject({ code: 0 })
  const { mode, size } = statSync(file)
  expect(mode & 0o777).toBe(0o640)
  expect(size).toBeGreaterThan(0)
  expect(left(folder)).toEqual([])
})

test.each([
  ['a folder', (path: string) => mkdirSync(path), 'it is a folder, not a file.'],
  [
    'a link that leads in a circle',
    (path: string) => symlinkSync(basename(path), path),
    'its links lead in a circle.',
  ],
  ['in no folder', () => undefined, 'there is no such file or folder.'],
])('%s is refused', async (what, make, reason) => {
  for (const words of writing) {
    const folder = newFolder()
    const name = what === 'in no folder' ? `${folder}/none/f` : `${folder}/f`
    make(inPlace(name))
    const { code, stderr } = await place.run(`${words} ${name}`)
    expect({ code, told: stderr.split('\n').at(-2) }).toEqual({
      code: 2,
      told: `todo-replay: ${name} can't be written: ${reason}`,
    })
    expect(left(folder)).toEqual([])
  }
})

test('what does not fit on the disk leaves the file as it was, and nothing of its own', async () => {
  const run = promisify(execFile)
  for (const words of writing) {
    const folder = newFolder()
    writeFileSync(inPlace(`${folder}/f`), 'before')
    // What is written beyond so many kB fails, as on a disk that is full: at once, or after a half.
    const room = words === 'export s.jsonl --out' ? 1 : 0
    const command = `trap "" XFSZ; ulimit -f ${room}; exec '${process.execPath}' '${program}' ${words} ${folder}/f`
    const { code, stderr } = await run('bash', ['-c', command], { cwd: place.folder }).then(
      () => ({ code: 0, stderr: '' }),
      (error: { readonly code: number; readonly stderr: string }) => error,
    )
    expect({ words, code, told: stderr.trimEnd().split('\n').at(-1) }).toEqual({
      words,
      code: 2,
      told: `todo-replay: ${folder}/f can't be written: it would be larger than files may be there.`,
    })
    expect(readFileSync(inPlace(`${folder}/f`), 'utf8')).toBe('before')
    expect(left(folder)).toEqual([])
  }
})
