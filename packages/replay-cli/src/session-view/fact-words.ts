/** A fact in a few words: what was run or written, what became of it, and what the tool printed. */

import type { CompletionAudit, Fact, FactKind } from '@todo-ledger/audit'

const became: { readonly [K in FactKind]: string } = {
  passed: ' passed',
  'deed-done': ' succeeded',
  'file-written': ' was written',
  failed: ' failed',
  'ran-nothing': ' ran nothing',
  'end-unseen': ', and nobody saw its end',
  masked: ', its result masked',
  'in-part': ' ran only a part',
  stale: ', before the last change',
  'made-to-pass': ' was made to pass',
  stub: ' holds only a stub',
  undone: ' was undone',
  'never-ran': ' was never run',
  'never-written': ' was never written',
  'nothing-done': ': nothing was done',
}

/** The fact in words. Not yet printable. */
export function factWords({ kind, tool, quote, sentence }: Fact): string {
  if (tool === '') return sentence
  return `${tool}${became[kind]}${quote === '' ? '' : `: "${quote}"`}`
}

/** The facts that a timeline shows: where nothing was run or written, the sentence why says it already. */
export function timelineFacts({ facts, why }: CompletionAudit): readonly Fact[] {
  return facts.filter(({ tool, sentence }) => tool !== '' || sentence !== why?.sentence)
}
