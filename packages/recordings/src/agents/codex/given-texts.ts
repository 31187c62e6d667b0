/** What stands under the user's role in the model's input: in half of all cases no person wrote it. */

import { isObject, stringIn } from '../../json-value.js'
import { nestedJson } from '../../nested-json.js'
import { isFinal } from './outcome.js'

export interface GivenTexts {
  /** A person's words; empty where there are none. */
  readonly words: string
  /** What a sub-agent reports, or null. */
  readonly report: string | null
  /** The sub-agents of which it is reported that they ended. */
  readonly ended: readonly string[]
}

const tagBegin = /^<([a-z][a-z_ -]{1,60}?)(?: [^>]{0,200})?>/i
const ownWords =
  /^(?:# AGENTS\.md instructions\b|<INSTRUCTIONS>|<\/?image\b|Another language model started to solve this problem|Warning: The maximum number of unified exec)/

/** Parts a person's words from what the program put there: environment, instructions, notices. */
export function readGivenTexts(texts: readonly string[]): GivenTexts {
  const reports = texts.filter((text) => text.trimStart().startsWith('<subagent_notification>'))
  const words = texts.filter((text) => !reports.includes(text) && !isOfProgram(text.trim()))
  return { words: words.join('\n'), report: reports.at(-1) ?? null, ended: reports.flatMap(endedIn) }
}

/** A text in a tag from its begin to its end, or in one of the program's known forms. */
function isOfProgram(text: string): boolean {
  const tag = tagBegin.exec(text.slice(0, 300))?.[1]
  const isWrapped = tag !== undefined && [tag, tag.split(' ')[0]].some((name) => text.endsWith(`</${name}>`))
  return isWrapped || ownWords.test(text.slice(0, 200))
}

function endedIn(text: string): readonly string[] {
  const held = nestedJson(text.slice(text.indexOf('>') + 1, Math.max(0, text.lastIndexOf('</'))))
  const agent = isObject(held) ? (stringIn(held, 'agent_id') ?? stringIn(held, 'agent_path')) : null
  return isObject(held) && agent !== null && isFinal(held['status']) ? [agent] : []
}
