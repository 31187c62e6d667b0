import { expect, test } from 'vitest'
import { titleOf } from '../src/session-title.js'

test.each([
  ['# AI Instruction: do it\n\n## Part\n- fix **this**', 'AI Instruction: do it Part fix this'],
  ['/**\n * Fix the thing\n * now\n */', 'Fix the thing now'],
  ['```ts\nconst a = 1\n```\nExplain', 'const a = 1 Explain'],
  ['---\n\nHello', 'Hello'],
  ['/init', '/init'],
  ['# \n', null],
  ['5 * 3 is what?', '5 * 3 is what?'],
  ['<command-name>/x</command-name> do', '/x do'],
  ['<task>Mend it</task>', 'Mend it'],
  ['Render <Button> in <div>', 'Render <Button> in <div>'],
  ['Return Vec<u8>', 'Return Vec<u8>'],
  ['#12 is broken', '#12 is broken'],
  ['-5 degrees', '-5 degrees'],
])('%j is called %j', (input, title) => {
  expect(titleOf(input)).toBe(title)
})
