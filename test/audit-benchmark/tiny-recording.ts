/** A tiny recording on which the tests show what each operator changes, and how they show it. */

import { openRecording, type RecordingStep } from '@todo-ledger/recordings'
import type { Recording } from './recording.js'

const texts = [
  'Add the total to src/cart.ts',
  'Verify the cart page shows the total',
  'Add the rounding to src/money.ts',
  'Review all invoices for rounding',
  'Update the discount in src/discount.ts',
] as const

/** The list with so many items completed and the next one in progress. */
function list(completed: number): unknown {
  return {
    items: texts.map((text, index) => ({
      id: String(index + 1),
      text,
      status: index < completed ? 'completed' : index === completed ? 'in_progress' : 'pending',
    })),
  }
}

const reads = Array.from({ length: 14 }, (_, i) => ({
  turn: 8 + i,
  calls: [
    {
      id: `r${i + 1}`,
      name: 'Read',
      input: { file_path: `invoices/${i + 1}.txt` },
      ok: true,
      output: 'paid',
    },
  ],
}))

const lines: readonly object[] = [
  { recording: 'todo-ledger/1', session: 's', profile: 'todo-manager' },
  { input: 'Mend the cart', trigger: 'user', at: '2026-01-05T10:00:00Z' },
  { turn: 1, at: '2026-01-05T10:00:10Z', calls: [{ id: 'plan', name: 'todo', input: list(0), ok: true }] },
  {
    turn: 2,
    calls: [{ id: 'look', name: 'Read', input: { file_path: 'src/cart.ts' }, ok: true, output: 'cart' }],
  },
  {
    turn: 3,
    calls: [{ id: 'edit', name: 'Edit', input: { file_path: 'src/cart.ts' }, ok: true, output: 'done' }],
  },
  { turn: 4, calls: [{ id: 'mark1', name: 'todo', input: list(1), ok: true }] },
  {
    turn: 5,
    text: 'Now the page.',
    calls: [
      {
        id: 'check',
        name: 'Bash',
        input: { command: 'npx playwright test cart' },
        ok: true,
        output: '3 passed',
      },
    ],
  },
  { turn: 6, calls: [{ id: 'mark2', name: 'todo', input: list(2), ok: true }] },
  {
    turn: 7,
    calls: [
      { id: 'money1', name: 'Read', input: { file_path: 'src/money.ts' }, ok: true, output: 'done' },
      { id: 'money2', name: 'Read', input: { file_path: 'src/money.ts' }, ok: true, output: 'done' },
      { id: 'money3', name: 'Edit', input: { file_path: 'src/money.ts' }, ok: true, output: 'done' },
      { id: 'money4', name: 'Edit', input: { file_path: 'src/money.ts' }, ok: true, output: 'done' },
      { id: 'mark3', name: 'todo', input: list(3), ok: true },
    ],
  },
  ...reads,
  {
    turn: 22,
    text: `# Findings\n${'- every invoice is rounded as it should be\n'.repeat(20)}`,
    calls: [{ id: 'mark4', name: 'todo', input: list(4), ok: true }],
  },
  {
    turn: 23,
    calls: [{ id: 'list', name: 'Read', input: { file_path: 'src/prices.ts' }, ok: true, output: 'prices' }],
  },
  {
    turn: 24,
    calls: [
      {
        id: 'discount',
        name: 'Edit',
        input: { file_path: 'src/discount.ts', old_string: 'full', new_string: 'discounted' },
        ok: true,
        output: 'done',
      },
    ],
  },
  { turn: 25, calls: [{ id: 'mark5', name: 'todo', input: list(5), ok: true }] },
  { turn: 26, text: 'The discount holds now.' },
  { end: true },
]

/** The recording. */
export async function tinyRecording(): Promise<Recording> {
  const bytes = (async function* () {
    yield lines.map((line) => JSON.stringify(line)).join('\n')
  })()
  const opened = await openRecording({ name: 'tiny-01.jsonl', bytes })
  const steps: RecordingStep[] = []
  for await (const step of opened.steps) steps.push(step)
  return { file: 'tiny-01.jsonl', format: opened.format, steps }
}

/**
 * What a change did: the lines that are gone and the lines that came, in order. A call and its result are one line,
 * several lines of the many reads are one, and the borders of turns are left out.
 */
export function changesOf(
  before: readonly RecordingStep[],
  after: readonly RecordingStep[],
): readonly string[] {
  const old = linesOf(before)
  const young = linesOf(after)
  const common = longestCommon(old, young)
  const changes: string[] = []
  let i = 0
  let j = 0
  for (const [left, right] of [...common, [old.length, young.length] as const]) {
    while (i < left) changes.push(`- ${old[i++]}`)
    while (j < right) changes.push(`+ ${young[j++]}`)
    i = left + 1
    j = right + 1
  }
  const short: string[] = []
  for (const line of withMoves(changes, young)) {
    const [, sign = ''] = /^([-+]) r\d+ /u.exec(line) ?? []
    const last = short.at(-1) ?? ''
    if (sign !== '' && last.startsWith(`${sign} r`)) {
      short[short.length - 1] = `${last.replace(/ … .*$/u, '')} … ${line.slice(2)}`
    } else short.push(line)
  }
  return short
}

/** A line that is gone from one place and came in another was moved; said with what it now stands before. */
function withMoves(changes: readonly string[], young: readonly string[]): readonly string[] {
  const isIn = (sign: string, line: string) => changes.includes(`${sign} ${line.slice(2)}`)
  return changes.flatMap((line) => {
    if (line.startsWith('- ') && isIn('+', line)) return []
    if (!line.startsWith('+ ') || !isIn('-', line)) return [line]
    return [`> ${line.slice(2)}, now before ${young[young.indexOf(line.slice(2)) + 1] ?? 'the end'}`]
  })
}

function linesOf(steps: readonly RecordingStep[]): readonly string[] {
  return steps.flatMap((step) => {
    if (['turn', 'turn-end', 'run-end'].includes(step.kind)) return []
    if (step.kind === 'result') return []
    const result =
      step.kind === 'call' ? steps.find((one) => one.kind === 'result' && one.call === step.call) : undefined
    return [result === undefined ? lineOf(step) : `${lineOf(step)} → ${lineOf(result)}`]
  })
}

/** The places of a longest common subsequence. */
function longestCommon(
  old: readonly string[],
  young: readonly string[],
): readonly (readonly [number, number])[] {
  const lengths = old.map(() => young.map(() => 0))
  const lengthAt = (i: number, j: number) => lengths[i]?.[j] ?? 0
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = lengths[i] ?? []
    for (let j = young.length - 1; j >= 0; j -= 1) {
      row[j] =
        old[i] === young[j] ? 1 + lengthAt(i + 1, j + 1) : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
    }
  }
  const places: (readonly [number, number])[] = []
  for (let i = 0, j = 0; i < old.length && j < young.length; ) {
    if (old[i] === young[j]) places.push([i++, j++])
    else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i += 1
    else j += 1
  }
  return places
}

function lineOf(step: RecordingStep): string {
  const where = step.session === 's' ? '' : `${step.session}: `
  switch (step.kind) {
    case 'call':
      return `${where}${step.call} ${step.name} ${inputOf(step.input)}`
    case 'result':
      return `${step.ok === false ? 'failed' : 'ok'} ${step.output.split('\n').join(' / ').slice(0, 80)}`.trim()
    case 'message':
      return `${where}${step.role}: ${step.text.split('\n', 1)[0]?.slice(0, 60)}`
    case 'input':
      return `${where}input ${step.trigger}: ${step.text.slice(0, 60)}`
    case 'nag':
      return `${where}nag`
    default:
      return `${where}${step.kind}`
  }
}

/** A list by its statuses, with the texts that are not those of the recording; of any other input its values. */
function inputOf(input: unknown): string {
  if (typeof input !== 'object' || input === null) return String(input)
  if (!('items' in input) || !Array.isArray(input.items)) return Object.values(input).join(' ')
  return input.items
    .map((item: { readonly text: string; readonly status: string }) => {
      const known = texts.map(String).indexOf(item.text)
      return `${item.status.slice(0, 1)}${known === -1 ? `"${item.text}"` : known + 1}`
    })
    .join(' ')
}
