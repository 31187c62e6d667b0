import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLedger, profiles, type TodoEvent } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { verifyChain } from '@todo-ledger/core/store'
import { sampleEvent } from '@todo-ledger/core/testing'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { Program } from './program.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-writers-'))
// Several processes beside each other on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const processNames = ['a', 'b', 'c']
const writersOfProcess = 4

const program = (file: string, ...words: readonly string[]) =>
  new Program(new URL(file, import.meta.url), ...words)

/** Marks the end for those who follow, and gives all that is stored of the session. */
async function finish(path: string): Promise<readonly TodoEvent[]> {
  const store = sqliteStore(path)
  const event = sampleEvent(1, { session: 'the end', id: 'end' })
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
    const perWriter = 10
    const follower = program('follow.mjs', path)
    const programs = processNames.map((name) =>
      program('append.mjs', path, name, `${writersOfProcess}`, `${perWriter}`),
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
    const follower = program('follow.mjs', path)
    const programs = processNames.map((name) =>
      program('call-tools.mjs', path, name, `${writersOfProcess}`, `${perHost}`),
    )
    await Promise.all(programs.map((each) => each.line(1)))
    for (const { child } of programs) child.stdin.end('go\n')
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
