/** Short Claude Code files of our own making. */

export type Fields = { readonly [key: string]: unknown }
let made = 0

/** Lines of Claude Code records of one session. */
export function claude(session: string, fields: Fields, ...records: readonly Fields[]): string {
  return records
    .map((record) => {
      made += 1
      const timestamp = new Date(Date.UTC(2026, 0, 5, 10, 0, made)).toISOString()
      const envelope = {
        parentUuid: null,
        isSidechain: false,
        sessionId: session,
        uuid: `u${made}`,
        timestamp,
      }
      return `${JSON.stringify({ ...envelope, ...fields, ...record })}\n`
    })
    .join('')
}

export const said = (text: string): Fields => ({ type: 'user', message: { role: 'user', content: text } })
export const called = (id: string, name: string, input: Fields): Fields => ({
  type: 'assistant',
  message: { id: `msg_${id}`, role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
})
export const returned = (id: string, content: string, toolUseResult: Fields = {}): Fields => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
  toolUseResult,
})
