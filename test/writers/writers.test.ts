import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { openLedger, profiles, type TodoEvent } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { verifyChain } from '@todo-ledger/core/store'
import { afterAll, describe, expect, test, vi } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-writers-'))
// Four processes beside each other on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Four processes with eight writers each. */
const processNames = ['a', 'b', 'c', 'd']
const writersOfProcess = 8

/** A program of this folder that runs; its lines are JSON. */
class Program {
  readonly lines: unknown[] = []
  readonly ended: Promise<void>
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #listeners = new Set<() => void>()

  constructor(file: string, args: readonly string[]) {
    const path = fileURLToPath(new URL(file, import.meta.url))
    this.#child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
    const lines = createInterface(this.#child.stdout).on('line', (line) => {
      this.lines.push(JSON.parse(line))
      for (const listener of this.#listeners) listener()
    })
    const read = new Promise((resolve) => lines.once('close', resolve))
    this.ended = new Promise((resolve, reject) => {
      this.#child.on('error', reject)
      this.#child.on('close', (code) => {
        if (code === 0) void read.then(() => resolve())
        else reject(new Error(`${file} ended with ${code}`))
      })
    })
  }

  /** Waits for a first line. */
  ready(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.lines.length > 0) resolve()
      }
      this.#listeners.add(look)
      look()
    })
  }

  go(): void {
    this.#child.stdin.end('go\n')
  }
}

/** Marks the end for those who follow, and gives all that is stored of the session. */
async function finish(path: string): Promise<readonly TodoEvent[]> {
  const store = sqliteStore(path)
  const event = {
    id: 'end',
    session: 'the end',
    seq: 1,
    turn: 0,
    at: new Date(0),
    type: 'message.recorded',
    version: 1,
    data: { role: 'user', text: '' },
  } as const
  await store.append('the end', [event], { expectedSeq: 0 })
  const events: TodoEvent[] = []
  for await (const stored of store.read('s1')) events.push(stored)
  const check = await verifyChain(store)
  expect(check).toMatchObject({ ok: true, firstBad: null, events: events.length + 1 })
  await store.close()
  return events
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

/** What a follower must have printed: every event once, in the order of the positions. */
function followed(events: readonly TodoEvent[]): readonly unknown[] {
  const own = events.map(({ session, seq, id }, index) => [index + 1, session, seq, id])
  return [...own, [events.length + 1, 'the end', 1, 'end']]
}

describe(`${processNames.length * writersOfProcess} writers in ${processNames.length} processes on one session`, () => {
  test('append without gaps; one wins each seq, nothing is lost, nothing is there twice', async () => {
    const path = join(folder, 'append.db')
    await sqliteStore(path).close()
    const perWriter = 12
    const follower = new Program('follow.mjs', [path])
    const programs = processNames.map(
      (name) => new Program('append.mjs', [path, name, `${writersOfProcess}`, `${perWriter}`]),
    )
    await Promise.all(programs.map(({ ended }) => ended))
    const events = await finish(path)
    await follower.ended

    const total = processNames.length * writersOfProcess * perWriter
    expect(events.map(({ seq }) => seq)).toEqual(upTo(total))
    const acknowledged = programs.flatMap(({ lines }) => lines)
    // Each id once, at the seq that was acknowledged, and nothing else: no failure among it.
    expect(acknowledged.toSorted(bySeq)).toEqual(events.map(({ id, seq }) => [id, seq]))
    expect(new Set(events.map(({ id }) => id)).size).toBe(total)
    for (const name of processNames) {
      for (const writer of upTo(writersOfProcess)) {
        const own = events.filter(({ id }) => id.startsWith(`${name}/${writer}/`)).map(({ id }) => id)
        expect(own).toEqual(upTo(perWriter).map((step) => `${name}/${writer}/${step}`))
      }
    }
    expect(follower.lines).toEqual(followed(events))
  })

  test('call a todo tool, each call once and answered once', async () => {
    const path = join(folder, 'calls.db')
    const ledger = openLedger({ store: sqliteStore(path) })
    const session = await ledger.session('s1', { profile: profiles.todoManager })
    await session.startRun({ trigger: 'user', text: 'Begin.' })
    await ledger.close()

    const perHost = 2
    const follower = new Program('follow.mjs', [path])
    const programs = processNames.map(
      (name) => new Program('call-tools.mjs', [path, name, `${writersOfProcess}`, `${perHost}`]),
    )
    await Promise.all(programs.map((program) => program.ready()))
    for (const program of programs) program.go()
    await Promise.all(programs.map(({ ended }) => ended))
    const events = await finish(path)
    await follower.ended

    expect(events.map(({ seq }) => seq)).toEqual(upTo(events.length))
    const calls = events.filter((event) => event.type === 'todos.updated')
    const answers = programs.flatMap(({ lines }) => lines.filter((line) => line !== 'ready'))
    expect(answers.toSorted(byId)).toEqual(calls.map(({ id, data }) => [id, data.reply]).toSorted(byId))
    const names = processNames.flatMap((name) =>
      upTo(writersOfProcess).flatMap((host) => upTo(perHost).map((step) => `${name}/${host}/${step}`)),
    )
    expect(calls.map(({ data }) => data.call).toSorted()).toEqual(names.toSorted())
    const messages = events.filter((event) => event.type === 'message.recorded').map(({ data }) => data.text)
    expect(messages.toSorted()).toEqual(names.map((call) => `${call} will come`).toSorted())
    // Each turn holds one call and nobody else's.
    expect(turnsOf(events)).toEqual(names.map(() => ['turn.started', 'todos.updated', 'turn.ended']))
    expect(follower.lines).toEqual(followed(events))
  })
})

/** What happened in each turn beside messages and reminders. */
function turnsOf(events: readonly TodoEvent[]): readonly (readonly string[])[] {
  const turns: string[][] = []
  for (const { type } of events) {
    if (type === 'turn.started') turns.push([])
    if (['turn.started', 'todos.updated', 'turn.ended'].includes(type)) turns.at(-1)?.push(type)
  }
  return turns
}

const column = (row: unknown, index: number): unknown => (Array.isArray(row) ? row[index] : undefined)

function bySeq(one: unknown, other: unknown): number {
  return Number(column(one, 1)) - Number(column(other, 1))
}

function byId(one: unknown, other: unknown): number {
  return String(column(one, 0)) < String(column(other, 0)) ? -1 : 1
}
