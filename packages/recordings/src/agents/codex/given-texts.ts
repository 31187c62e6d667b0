/** What stands under the user's role in the model's input: in half of all cases no person wrote it. */

import { isObject, stringIn } from '../../json-value.js'
import { nestedJson } from '../../nested-json.js'
import { isFinal } from './agent-status.js'

/** What the texts of one message are. */
export interface GivenTexts {
  /** A person's words; empty where there are none. */
  readonly words: string
  /** What a sub-agent reports, or null. */
  readonly report: string | null
  /** The sub-agents of which it is reported that they ended. */
  readonly ended: readonly string[]
}

const begin = /^<([a-z][a-z_ -]{1,60}?)(?: [^>]{0,200})?>/i
const ownWords =
  /^(?:# AGENTS\.md instructions\b|<INSTRUCTIONS>|Another language model started to solve this problem|Warning: The maximum number of unified exec)/

/** Parts a person's words from what the program put there: environment, instructions, notices. */
export function readGivenTexts(texts: readonly string[]): GivenTexts {
  const words: string[] = []
  const ended: string[] = []
  let report: string | null = null
  for (const text of texts) {
    const start = text.trimStart()
    if (start.startsWith('<subagent_notification>')) {
      report = text
      ended.push(...endedIn(start))
    } else if (!isOfProgram(start)) {
      words.push(text)
    }
  }
  return { words: words.join('\n'), report, ended }
}

/** A text in a tag from its begin to its end, or in one of the program's known forms. */
function isOfProgram(text: string): boolean {
  const tag = begin.exec(text.slice(0, 300))?.[1]
  return (
    ownWords.test(text.slice(0, 200)) ||
    (tag !== undefined && isWrapped(text.trimEnd(), tag)) ||
    /^<\/?image\b/.test(text)
  )
}

function isWrapped(text: string, tag: string): boolean {
  const name = tag.split(' ')[0] ?? tag
  return text.endsWith(`</${tag}>`) || text.endsWith(`</${name}>`)
}

function endedIn(text: string): readonly string[] {
  const held = nestedJson(text.slice(text.indexOf('>') + 1, Math.max(0, text.lastIndexOf('</'))))
  const agent = isObject(held) ? (stringIn(held, 'agent_id') ?? stringIn(held, 'agent_path')) : null
  return isObject(held) && agent !== null && isFinal(held['status']) ? [agent] : []
}
