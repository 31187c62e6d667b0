/** The texts of a message's content. Hooks load it, so it stands apart. */

import { isObject, stringIn } from './json.js'

const textTypes: ReadonlySet<unknown> = new Set(['text', 'input_text', 'output_text', 'refusal', undefined])
const shownTypes = /^(?:input_)?(?:image|file|document|audio)/

/** The texts of a content; a picture as its kind in brackets. Thoughts are said to nobody. */
export function textsIn(content: unknown): readonly string[] {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content]
  return blocks.map(textOfBlock).filter((text) => text.trim() !== '')
}

function textOfBlock(block: unknown): string {
  if (typeof block === 'string') return block
  if (!isObject(block)) return ''
  const { type } = block
  if (textTypes.has(type)) return stringIn(block, 'text') ?? stringIn(block, 'refusal') ?? ''
  if (type === 'tool_reference') return stringIn(block, 'tool_name') ?? ''
  return typeof type === 'string' && shownTypes.test(type) ? `[${type}]` : ''
}
