// The events of a session, with the sentences of packages/core/src/events.ts.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { eventVersions } from '@todo-ledger/core/store'
import { code, page, table } from './markdown.mjs'

// A parser for JavaScript to call: that of TypeScript 7 is none, so the one of what makes the JSON Schemas.
const require = createRequire(import.meta.url)
const ts = createRequire(require.resolve('ts-json-schema-generator'))('typescript')

const file = new URL('../../packages/core/src/events.ts', import.meta.url)

export function events() {
  const source = ts.createSourceFile('events.ts', readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const types = new Map()
  for (const each of source.statements)
    if (ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each)) types.set(each.name.text, each)
  const list = types.get('EventDataByType').members.map((member) => ({
    type: member.name.text,
    data: member.type.getText(),
    means: sentencesOf(member),
  }))
  const shown = new Set(['EventDataByType', 'EventType', 'EventOf', 'TodoEvent'])
  const parts = list.flatMap(({ type, data, means }) => {
    shown.add(data)
    const about = sentencesOf(types.get(data))
    return [`## ${type}`, about === '' ? means : about, fieldsOf(types.get(data))]
  })
  const others = [...types]
    .filter(([name]) => !shown.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, declaration]) => [`### ${name}`, sentencesOf(declaration), fieldsOf(declaration)])
  return page(
    'Events',
    [
      'A session is a list of events, and each is one fact. Events are only ever appended; a stored event of an older version is brought up to date when it is read. `todo-replay log SOURCE` lists them, `todo-replay export SOURCE` writes them whole.',
      table(
        ['event', 'version', 'means'],
        list.map(({ type, means }) => [
          `[${type}](#${type.replaceAll('.', '')})`,
          String(eventVersions[type] ?? ''),
          means,
        ]),
      ),
      '## Every event',
      'The fields that all of them have.',
      fieldsOf(types.get('EventOf')),
      ...parts,
      '## Types',
      ...others,
    ].filter((part) => part !== ''),
  )
}

/** The members of an interface, or what a name stands for. */
function fieldsOf(declaration) {
  if (declaration === undefined) return ''
  if (!ts.isInterfaceDeclaration(declaration)) return code(oneLine(declaration.type.getText()))
  const rows = declaration.members.map((member) => [
    code(`${member.name.text}${member.questionToken === undefined ? '' : '?'}`),
    code(oneLine(member.type.getText())),
    sentencesOf(member),
  ])
  const from =
    declaration.heritageClauses?.flatMap((clause) => clause.types.map((type) => code(type.getText()))) ?? []
  const inherited = from.length === 0 ? '' : `What ${from.join(' and ')} has, and:\n\n`
  return rows.length === 0 ? inherited : `${inherited}${table(['field', 'type', 'means'], rows)}`
}

/** What its doc comment says. */
function sentencesOf(node) {
  return ts
    .getJSDocCommentsAndTags(node)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
    .join(' ')
    .replace(/\s+/g, ' ')
}

/** @param {string} text */
function oneLine(text) {
  return text
    .replace(/\/\*\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/= \| /, '= ')
    .replace(/^\| /, '')
}
