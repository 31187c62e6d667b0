/** What came of a Codex call, as far as its output or its end states it. */

import { textsIn } from '../../content-texts.js'
import { isObject, type JsonObject, objectIn, parsedJson } from '../../json.js'
import { statedUsage, type TokenUsage } from '../../token-usage.js'

export interface CodexOutcome {
  readonly ok: boolean | null
  readonly output: string
}

/** True where a sub-agent in this state is at work no more: `"shutdown"`, or `{"completed": "what it says"}`. */
export function isFinal(status: unknown): boolean {
  const states = isObject(status) ? [status['status'], ...Object.keys(status)] : [status]
  return states.some(
    (state) => typeof state === 'string' && /^(?:completed|errored|shutdown|not_found)$/.test(state),
  )
}

/** What is said of one response, or of a task: cached tokens are among the input, those of thinking among the output. */
export function codexUsage(usage: JsonObject | null): TokenUsage | null {
  const { input_tokens, cached_input_tokens, output_tokens } = usage ?? {}
  return statedUsage({ input: [input_tokens], output: [output_tokens], cacheRead: [cached_input_tokens] })
}

export function okOfStatus(status: unknown): boolean | null {
  return status === 'completed' ? true : status === 'failed' || status === 'declined' ? false : null
}

export function withExitCode(code: unknown, printed: string): string {
  return typeof code === 'number' && code !== 0 ? `Exit code: ${code}\nOutput:\n${printed}` : printed
}

/** Reads an output: a text, until the end of 2025 often JSON with a text in it, or an array of parts, or an object with `content`. */
export function outcomeOf(output: unknown): CodexOutcome {
  if (isObject(output)) {
    const { ok, output: text } = outcomeOf(output['content'] ?? output['output'] ?? '')
    return { ok: typeof output['success'] === 'boolean' ? output['success'] : ok, output: text }
  }
  const text = textsIn(output).join('\n')
  const held = text.startsWith('{') ? parsedJson(text) : null
  const metadata = isObject(held) ? objectIn(held, 'metadata') : null
  if (!isObject(held) || metadata === null || typeof held['output'] !== 'string') {
    return { ok: statedIn(text), output: text }
  }
  const { exit_code: code } = metadata
  const ok = typeof code === 'number' ? code === 0 : statedIn(held['output'])
  return { ok, output: withExitCode(code, held['output']) }
}

export function okOfEnd({ exit_code: code, success, status, result }: JsonObject): boolean | null {
  if (isObject(result) && ('Ok' in result || 'Err' in result)) {
    const fine = objectIn(result, 'Ok')
    return fine !== null && fine['isError'] !== true && fine['is_error'] !== true
  }
  if (typeof code === 'number') return code === 0
  return typeof success === 'boolean' ? success : okOfStatus(status)
}

/** How far into an output Codex's own words about it are looked for; what a program prints comes after them. */
const headLength = 600
const ownLine =
  /^(?:Chunk ID|Wall time|Exit code|Process (?:exited|running)|Original token count|Command|Script|Total output lines)\b/
const exitLine = /^(?:Process exited with code|Exit code:) (-?\d{1,10})\b/
const success = /^(?:Plan updated$|Success\. Updated the following files:)/
const failure =
  /^(?:failed to parse|unsupported (?:custom tool )?call|unsupported tool|apply_patch (?:verification )?(?:failed|handler)|exec_command failed|write_stdin failed|execution error|aborted\b|update_plan is |exec command rejected|patch rejected|rejected|err: |error: |Error: |Failed to|Unknown process id|tool call (?:error|failed)|Script (?:failed|error|terminated)|command timed out|user (?:cancelled|rejected))/i

/** What the first lines state, as long as they are Codex's own. */
function statedIn(output: string): boolean | null {
  const head = output.slice(0, headLength)
  if (failure.test(head)) return false
  if (success.test(head)) return true
  for (const line of head.split('\n')) {
    const exit = exitLine.exec(line)
    if (exit !== null) return Number(exit[1]) === 0
    if (!ownLine.test(line)) return null
  }
  return null
}
