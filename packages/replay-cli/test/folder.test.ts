/** What is found in a folder, and what a path leads to. */

import { execFileSync, spawn } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { sampleSession, writeDatabase } from '../../recordings/test/opencode/records.js'
import { recordingsIn } from '../src/sources/source.js'
import { MemoryPlace } from './memory-place.js'
import { untested } from './recordings.js'

const place = new MemoryPlace()
const socket = createServer()
afterAll(() => {
  socket.close()
})

test('recordings by their names, databases of opencode by what they hold; a file that is reached twice, once; no link out of it', async () => {
  for (const name of [
    'a.jsonl',
    'b.json',
    'c.JSONL',
    'd.jsonl.gz',
    'e.jsonl.zst',
    'f.json.gz',
    'sub/g.jsonl',
  ]) {
    place.write(`found/${name}`, untested)
  }
  const others = ['h.txt', 'i.jsonl.bak', 'j.gz', 'text.db', '.git/k.jsonl', 'node_modules/l.jsonl']
  for (const name of others) place.write(`found/${name}`, untested)
  place.write('elsewhere/m.jsonl', untested)
  const found = join(place.folder, 'found')
  execFileSync('mkfifo', [join(found, 'pipe.jsonl')])
  await new Promise<void>((resolve) => socket.listen(join(found, 'socket.jsonl'), resolve))
  symlinkSync('a.jsonl', join(found, '0.jsonl'))
  symlinkSync('sub', join(found, 'again'))
  symlinkSync('../elsewhere/m.jsonl', join(found, 'out.jsonl'))
  symlinkSync('/', join(found, 'sub/disk'))
  symlinkSync('/dev/null', join(found, 'null.jsonl'))
  symlinkSync('nowhere', join(found, 'nowhere.jsonl'))
  symlinkSync('itself', join(found, 'itself'))
  writeDatabase(join(found, 'opencode.db'), [sampleSession])
  expect(await recordingsIn('found')).toMatchInlineSnapshot(`
    {
      "closed": [],
      "files": [
        "found/a.jsonl",
        "found/b.json",
        "found/c.JSONL",
        "found/d.jsonl.gz",
        "found/e.jsonl.zst",
        "found/f.json.gz",
        "found/opencode.db",
        "found/sub/g.jsonl",
      ],
    }
  `)
})

test('an archive in a folder is read as what it holds', async () => {
  place.write('packed/a.jsonl.gz', gzipSync(untested))
  const { code, stdout, stderr } = await place.run('audit packed --json')
  expect([code, stderr, JSON.parse(stdout).sessions[0].session]).toEqual([1, '', 'login-7'])
})

test('what is cut off is said with its place', async () => {
  const lines = untested.split('\n').length
  const cut = 'the compressed data (gzip) is damaged or cut off here'
  place.write('cut/a.jsonl.gz', gzipSync(untested).subarray(0, -4))
  expect((await place.run('log cut/a.jsonl.gz')).stderr).toBe(
    `warning: cut/a.jsonl.gz:${lines}: skipped: ${cut}\n`,
  )
  place.write('cut/b.json', '{\n  "schema_version": "ATIF-v1.4",\n  "steps": [\n    {')
  expect((await place.run('audit cut/b.json')).stderr).toBe(
    'todo-replay: cut/b.json: none of it can be read: not JSON: the document is cut off or damaged.\n',
  )
})

test('a socket is no source, and a pipe is one', async () => {
  expect((await place.run('audit found/socket.jsonl')).stderr).toBe(
    'todo-replay: found/socket.jsonl: this is a socket or a disk. Give a file or a folder.\n',
  )
  place.write('a.jsonl', untested)
  spawn('sh', ['-c', 'cat a.jsonl > found/pipe.jsonl'], { cwd: place.folder })
  const { stdout } = await place.run('audit found/pipe.jsonl --json')
  expect(JSON.parse(stdout).sessions[0].session).toBe('login-7')
})

test('compressed data that does not come to its checksum is no recording, nor is one with a tail', async () => {
  const { stdout: events } = await place.run('export packed/a.jsonl.gz')
  for (const text of [untested, events]) {
    const whole = gzipSync(text)
    const changed = Buffer.from(whole)
    changed.writeUInt8(changed.readUInt8(whole.length - 8) ^ 1, whole.length - 8)
    place.write('altered/changed.jsonl.gz', changed)
    place.write('altered/tail.jsonl.gz', Buffer.concat([whole, Buffer.from('tail')]))
    for (const name of ['changed', 'tail']) {
      for (const words of [
        `audit altered/${name}.jsonl.gz`,
        `import altered/${name}.jsonl.gz --ledger ${name}.db`,
      ]) {
        const { code, stderr } = await place.run(words)
        expect({ words, code }).toEqual({ words, code: 2 })
        expect(stderr).toMatch(/^todo-replay: altered\/\w+\.jsonl\.gz: .*compressed data \(gzip\)/m)
      }
    }
  }
  expect((await place.run('audit altered')).stderr).toMatch(
    /altered\/changed\.jsonl\.gz: not read: .*the compressed data/,
  )
})
