/** A session and a scripted model on loopback, and what each host must make of the script. */

import { type Ledger, memoryStore, openLedger, type Profile, profiles, type Session } from '@todo-ledger/core'
import { expect, onTestFinished } from 'vitest'
import { loginPage, scriptedModel, settings, told } from '../../../examples/hosts/scripted-model.mjs'

/** What a test begins with. */
export interface Begun {
  /** The model. */
  readonly model: Awaited<ReturnType<typeof scriptedModel>>
  readonly ledger: Ledger
  readonly profile: Profile
  /** A session of a new ledger. */
  readonly session: Session
  /** The ledger holds the whole script, but for what the host tells otherwise, and the model was reminded where it says so. */
  readonly isAsScripted: (otherwise?: (lines: readonly string[]) => readonly string[]) => Promise<void>
  /** What the ledger holds, as `told` says it. */
  readonly lines: () => Promise<readonly string[]>
  /** The ledger holds a run that failed at its second request, and one that did not. */
  readonly isAsFailed: () => Promise<void>
}

/** Begins a session whose model answers from a script. */
export async function begin(script: Parameters<typeof scriptedModel>[0]): Promise<Begun> {
  const model = await scriptedModel(script)
  onTestFinished(() => {
    model.close()
  })
  const ledger = openLedger({ store: memoryStore() })
  const profile = profiles.todoListMiddleware.with(settings)
  const session = await ledger.session('s', { profile })
  const lines = async (): Promise<readonly string[]> => {
    const collected: string[] = []
    for await (const line of told(ledger.events('s'))) collected.push(line)
    return collected
  }
  return {
    model,
    ledger,
    profile,
    session,
    lines,
    isAsScripted: async (otherwise = (lines) => lines) => {
      expect(await lines()).toEqual(otherwise(scripted))
      // The reminder stands first in the tool's result, and no message is added for it.
      const last = model.requests.map((messages) => messages.at(-1))
      expect(last.map((message) => JSON.stringify(message?.content).includes('<reminder>'))).toEqual(
        loginPage.map((_, index) => index === 3),
      )
      expect(last[3]?.role).toBe('tool')
      expect(contentOf(last[3])).toMatch(/^<reminder>.*login\.css written$/s)
    },
    isAsFailed: async () => {
      expect(model.requests).toHaveLength(3)
      expect(session.state.turn).toMatchObject({ open: false, number: 3 })
      expect((await lines()).slice(-4)).toEqual(['user: Again', 'turn', '  says: Here.', '  session.yielded'])
    },
  }
}

/** The text of a message, in one block or several. */
function contentOf(message: { readonly content: unknown } | undefined): string {
  const content: unknown = message?.content
  if (!Array.isArray(content)) return String(content)
  return content.map(({ text }) => String(text)).join('\n\n')
}

/** A session of an earlier conversation, which left its list open. */
export async function leaveOpen({ session }: Begun): Promise<void> {
  await session.callTodoTool({
    call: 'before',
    name: 'write_todos',
    input: { todos: [{ content: 'Design the form', status: 'in_progress' }] },
  })
}

/** What the first request of a conversation carries of a list that an earlier one left open: before the input. */
export function toldOfOpenList({ model }: Begun): void {
  const [first = []] = model.requests
  const texts = first.map((message) => contentOf(message))
  const at = texts.findIndex((text) => text.includes('as it was left before this conversation'))
  expect(texts[at]).toContain('Design the form')
  expect(texts.indexOf('Go on')).toBe(at + 1)
}

const correction =
  'Your todo list still has unfinished items. Call write_todos to bring it up to date: complete what is done, and say what is left.'

/** What `told` says of the whole script. */
export const scripted: readonly string[] = [
  'user: Add a login page',
  'turn',
  '  write_todos call-1-1: 2 changes',
  'turn',
  '  write_file {"path":"login.html"}',
  '  says: First the form.',
  '  true: login.html written',
  'turn',
  '  write_file {"path":"login.css"}',
  '  true: login.css written',
  '  nag.issued',
  'turn, reminded',
  '  write_todos call-4-1: 2 changes',
  'turn',
  '  says: The form is there.',
  '  continuation.issued',
  `continuation: ${correction}`,
  'turn',
  '  write_file {"path":"/etc/shadow"}',
  '  false: /etc/shadow is not yours.',
  'turn',
  '  write_todos call-7-1: 1 changes',
  'turn',
  '  says: The form is there, and checked.',
  '  session.yielded',
]

/** What stands beside calls is recorded before them: for hosts that tell of calls once the response is there. */
export function saysFirst(lines: readonly string[]): readonly string[] {
  const [call = '', says = ''] = lines.slice(4, 6)
  return lines.toSpliced(4, 2, says, call)
}
