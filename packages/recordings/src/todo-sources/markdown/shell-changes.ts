/**
 * What a shell line does to Markdown files: a here-document that is written or appended, `echo` and `printf` with a
 * redirection, and `cat` of one file. Whatever else writes a file, such as `sed -i`, leaves its text unknown.
 */

import { describeCall, shellSource } from '@todo-ledger/audit'
import { agentTools } from '../../agents/index.js'
import type { FileChange } from './file-change.js'
import { changesOfPatch } from './patches.js'

const longestLine = 200_000
/** A line with more here-documents that never end is torn, or meant to take time. */
const mostUnclosed = 20
const hereDocument = /\b(cat|tee)\b([^<]{0,300})<<-?[ \t]{0,4}(["']?)([A-Za-z_]\w{0,40})\3(.{0,300})$/
const redirection = /(>>?)[ \t]{0,4}(["']?)([^\s"'|;&<>]{1,500})\2/
const teeTarget = /^[ \t]+(-a[ \t]+|--append[ \t]+)?(["']?)([^\s"'|;&<>-][^\s"'|;&<>]{0,500})\2/
const echoed =
  /(?:^|[\n;&]|&&)[ \t]{0,8}(?:echo(?:[ \t]+-e)?|printf)[ \t]+(["'])((?:(?!\1)[^\\\n]|\\.){0,2000})\1[ \t]{0,4}(>>?)[ \t]{0,4}["']?([^\s"'|;&<>]{1,500})/g

/** The changes of a call of a shell; none where it is no shell, or touches no file that is known. */
export function changesOfShell(name: string, input: unknown, output: string): readonly FileChange[] {
  const source = shellSource(input, agentTools)?.slice(0, longestLine)
  if (
    source === undefined ||
    !/\.(?:md|markdown|mdx|mdc|txt)\b|todo|task|plan|checklist|progress/i.test(source)
  )
    return []
  const { commands } = describeCall(name, input, { tools: agentTools })
  if (commands.length === 0) return []
  if (source.includes('*** Begin Patch')) return changesOfPatch(source)
  const changes: FileChange[] = []
  for (const { isTee, before, after, text } of hereDocuments(source)) {
    const [, append, , target] = (isTee ? teeTarget.exec(before) : null) ?? []
    const [, sign, , path] = redirection.exec(after) ?? redirection.exec(before) ?? []
    const isAppended = isTee ? append !== undefined : sign === '>>'
    const file = isTee ? target : path
    if (file !== undefined) changes.push({ path: file, kind: isAppended ? 'appended' : 'written', text })
  }
  for (const [, , said = '', sign, path = ''] of source.matchAll(echoed)) {
    const text = `${said.replaceAll('\\n', '\n')}\n`
    changes.push({ path, kind: sign === '>>' ? 'appended' : 'written', text })
  }
  const known = new Set(changes.map(({ path }) => path))
  for (const { path, access } of commands.flatMap(({ files }) => files))
    if (access === 'write' && !known.has(path)) changes.push({ path, kind: 'unknown' })
  const [only, ...others] = commands
  const [read, ...more] = only?.files ?? []
  if (only?.program === 'cat' && others.length === 0 && read !== undefined && more.length === 0)
    return read.access === 'read' && only.words.length === 2 && output !== ''
      ? [{ path: read.path, kind: 'read', text: output }]
      : changes
  return changes
}

/** A here-document with what stands before and after its sign. */
interface HereDocument {
  readonly isTee: boolean
  readonly before: string
  readonly after: string
  readonly text: string
}

function hereDocuments(source: string): readonly HereDocument[] {
  const found: HereDocument[] = []
  const lines = source.split(/\r?\n/)
  const unclosed = new Set<string>()
  for (let at = 0; at < lines.length; at += 1) {
    const [, program, before = '', , word = '', after = ''] = hereDocument.exec(lines[at] ?? '') ?? []
    if (word === '' || unclosed.has(word)) continue
    if (unclosed.size === mostUnclosed) break
    const end = lines.findIndex((line, index) => index > at && line.trim() === word)
    if (end === -1) {
      unclosed.add(word)
      continue
    }
    found.push({ isTee: program === 'tee', before, after, text: `${lines.slice(at + 1, end).join('\n')}\n` })
    at = end
  }
  return found
}
