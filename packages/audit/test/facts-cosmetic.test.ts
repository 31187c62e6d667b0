import { describe, expect, it } from 'vitest'
import { changesOf, isCosmetic } from '../src/facts/calls/changes.js'
import { describeCall } from '../src/facts/calls/describe.js'

function isCosmeticEdit(input: unknown): boolean {
  const changes = changesOf(describeCall('Edit', input), input)
  return changes.length > 0 && changes.every(isCosmetic)
}

const edit = (old_string: string, new_string: string, file_path = 'src/a.ts') => ({
  file_path,
  old_string,
  new_string,
})

describe('an edit', () => {
  it.each([
    ['a comment behind code', edit('a = 1', 'a = 1 // one')],
    ['a comment line', edit('// one\na = 1', '// the first\n  // number\na = 1')],
    ['a block comment', edit('/** One. */\na = 1', '/**\n * The first.\n */\na = 1')],
    ['a line within a block comment', edit(' * One.', ' * The first.')],
    ['a comment of SQL', edit('-- one\nselect 1', 'select 1', 'a.sql')],
    ['a comment of Python', edit('a = 1', '# one\na = 1', 'a.py')],
    ['a comment of HTML', edit('<p>', '<!-- one --><p>', 'a.html')],
    ['line breaks', edit('if (a) b()', 'if (a)\n  b()')],
    ['indentation', edit('  a()', '    a()')],
    ['several edits', { path: 'a.ts', edits: [edit('a', 'a // one'), edit('b', ' b')] }],
    ['other names of the fields', { path: 'a.ts', oldString: 'a', newString: 'a ' }],
  ])('is cosmetic: %s', (_, input) => expect(isCosmeticEdit(input)).toBe(true))

  it.each([
    ['code', edit('a = 1', 'a = 2')],
    ['code beside a comment', edit('a = 1 // one', 'a = 2 // one')],
    ['code that is commented out', edit('a()', '// a()')],
    ['a link', edit("get('http://a/1')", "get('http://a/2')")],
    ['a colour', edit('color: #fff', 'color: #000')],
    ['a private field', edit('#one = 1', '#two = 1')],
    ['an include', edit('#include <a.h>', '#include <b.h>', 'a.c')],
    ['indentation where it counts', edit('  a()', 'a()', 'a.py')],
    ['one of several edits', { path: 'a.ts', edits: [edit('a', 'a // one'), edit('b', 'c')] }],
    ['a whole file', { file_path: 'a.ts', content: '// one' }],
    ['no edit at all', null],
    ['no edits', { edits: [] }],
    ['a text', 'a'],
  ])('is none: %s', (_, input) => expect(isCosmeticEdit(input)).toBe(false))
})
