/** What a todo tool answers where its message has no field that says whether it worked. */

const refusal =
  /^\s*(?:<tool_use_error>|error\b\s*[:-]|\{\s*"(?:error"\s*:\s*(?!null|false|"")|status"\s*:\s*"error"))/i

/** True where a tool says that it did nothing. */
export function saysRefused(output: string): boolean {
  return refusal.test(output)
}
