/** Labels, numbers, ticket ids and headings before what an item says will be done. */

import { saying } from '../languages/index.js'
import { verbOf } from './clause-verbs.js'

/** What numbers or labels an item: "1.", "(2)", "[P0]", "【P1】", "H-01:", "US-005:", "ABC-12", "- [ ]", "**", an emoji. */
const label =
  /^(?:[-*•_~>►▸▶→☐☑✓✔✗\s]|\[[^\]]{0,20}\]|【[^】]{0,20}】|\([^)]{1,12}\)(?=\s)|#?\d+(?:\.\d+)*[.):、：\s]|[A-Za-z]{1,8}-?\d+(?:\.\d+)*[a-z]?\s*[:：.)-]\s|[A-Z]{2,10}-\d+\s|P\d+\s|[A-Z]\d+(?:\.\d+)+\s|\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier}|\u200D\p{Extended_Pictographic})*|[①-⑳])\s*/u

/** The types of conventional commits: "feat: add …", "test(parser): add …". */
const commitType =
  /^(?:feat|fix|docs?|tests?|chore|build|ci|refactor|perf|style|release)(?:\([^)]{1,30}\))?!?:\s+/u

/** An item's line without labels and headings: "Phase 2:", "Step 10 - Security:" are no part of what is to do. */
export function bareText(line: string): string {
  // "Decision: use X" decides, whatever verb follows.
  if (/^decision\b[^:：]{0,40}[:：]/iu.test(line)) return line
  let rest = line.replace(/(?:\*\*|__)\s*$/u, '')
  for (let i = 0; i < 8; i += 1) {
    const before = rest
    rest = rest.replace(label, '')
    const commit = rest.replace(commitType, '')
    if (commit !== rest && verbOf(commit) !== null) rest = commit
    const heading = /^([^:：\n]{1,60}?)(?::\s+|：\s*|\s[-–—]\s)(?=\S)/u.exec(rest)
    if (heading !== null && (isStage(heading[1] ?? '') || verbOf(heading[1] ?? '') === null)) {
      const behind = rest.slice(heading[0].length)
      if (verbOf(behind.replace(label, '')) !== null || isStage(heading[1] ?? '')) rest = behind
    }
    if (rest === before) break
  }
  return rest === '' ? line : rest
}

const stage = saying('stage')

/** Headings that number a stage of the work. */
function isStage(text: string): boolean {
  return stage.test(text)
}
