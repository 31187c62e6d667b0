/** Patches as agents write them, as pieces of text and what stands there after. */

import type { FileChange, Replacement } from './file-change.js'

const longestPatch = 500_000

/** The changes of a patch in this form: `*** Begin Patch`, `*** Update File: PLAN.md`, `@@`, lines with ` `, `-`, `+`. */
export function changesOfPatch(patch: string): readonly FileChange[] {
  const changes: FileChange[] = []
  let path: string | null = null
  let added: string[] | null = null
  let pieces: Replacement[] = []
  let before: string[] = []
  let after: string[] = []
  const endPiece = () => {
    if (before.length > 0) {
      pieces.push({ before: before.join('\n'), after: after.join('\n'), everywhere: false })
    }
    before = []
    after = []
  }
  const endFile = () => {
    endPiece()
    if (path !== null && added !== null)
      changes.push({ path, kind: 'written', text: `${added.join('\n')}\n` })
    else if (path !== null && pieces.length > 0) changes.push({ path, kind: 'replaced', pieces })
    path = null
    added = null
    pieces = []
  }
  for (const line of patch.slice(0, longestPatch).split(/\r?\n/)) {
    const [, what, named = ''] =
      /^\*\*\* (Update|Add|Delete|Move|End)[^:]{0,10}:? ?(.{0,500})$/.exec(line) ?? []
    if (what === 'Move' || line === '*** End of File') continue
    if (what !== undefined) {
      endFile()
      path = what === 'Update' || what === 'Add' ? named.trim() : null
      added = what === 'Add' ? [] : null
    } else if (added !== null) {
      if (line.startsWith('+')) added.push(line.slice(1))
    } else if (line.startsWith('@@')) endPiece()
    else if (path !== null) {
      const said = line.slice(1)
      if (!line.startsWith('+')) before.push(said)
      if (!line.startsWith('-')) after.push(said)
    }
  }
  endFile()
  return changes
}

const searchMark = /^[-<]{5,9} ?SEARCH/
const divider = /^={5,9}$/
const replaceMark = /^[+>]{5,9} ?REPLACE/
/** What some agents write between the head of a block and the text that is searched. */
const searchHead = /^(?::\w{1,20}:.{0,20}|-{5,9})$/

/** The pieces of SEARCH/REPLACE blocks. */
export function piecesOfDiff(diff: string): readonly Replacement[] {
  const pieces: Replacement[] = []
  let before: string[] | null = null
  let after: string[] | null = null
  for (const line of diff.slice(0, longestPatch).split(/\r?\n/)) {
    if (searchMark.test(line)) {
      before = []
      after = null
    } else if (before === null) continue
    else if (after === null) {
      if (divider.test(line)) after = []
      else if (before.length > 0 || !searchHead.test(line)) before.push(line)
    } else if (replaceMark.test(line)) {
      pieces.push({ before: before.join('\n'), after: after.join('\n'), everywhere: false })
      before = null
      after = null
    } else after.push(line)
  }
  return pieces
}
