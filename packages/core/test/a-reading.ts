import type { CompletionReadData } from '../src/events.js'

/** What a reader answered to a page. */
export function aReading(page: string, changed: Partial<CompletionReadData> = {}): CompletionReadData {
  return {
    item: '1',
    call: 'c1',
    page,
    digest: `digest of ${page}`,
    question: 1,
    reader: 'claude',
    model: 'claude-sonnet',
    asked: '2026-03-01T12:00:00.000Z',
    cost: 0.01,
    answer: {
      verdict: 'partly',
      p: 62,
      parts: [{ part: 'run the tests', done: false, line: null }],
      line: 4,
      quote: 'no tests ran',
      why: 'the tests were never run',
    },
    ...changed,
  }
}
