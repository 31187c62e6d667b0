// A small agent loop over a session. The model is a function that answers with tool calls or with text; here it is
// scripted, in a real agent it is an API call that gets session.tools() and session.instructions().

/**
 * @typedef {{ readonly name: string, readonly input: unknown }} ToolCall
 * @typedef {{ readonly calls?: readonly ToolCall[], readonly text?: string }} Response
 */

/**
 * Runs the agent until it gives control back.
 * @param {import('@todo-ledger/core').Session} session
 * @param {string} input what the user says
 * @param {() => Response} model the next response
 * @param {(line: string) => void} print what happens, line by line
 */
export async function runAgent(session, input, model, print) {
  /** @type {import('@todo-ledger/core').RunInput} */
  let next = { trigger: 'user', text: input }
  let calls = 0
  for (;;) {
    print(`${next.trigger}: ${next.text}`)
    await session.startRun(next)
    let text = ''
    for (;;) {
      const turn = await session.startTurn()
      const response = model()
      for (const { name, input } of response.calls ?? []) {
        calls += 1
        const call = `call-${calls}`
        if (session.isTodoTool(name)) {
          const reply = await turn.callTodoTool(name, input, { call })
          print(`${name} -> ${reply.text}`)
        } else {
          await turn.recordTool({ call, name, input, ok: true, output: 'done' })
          print(`${name} -> done`)
        }
      }
      const { reminders, watcher } = await turn.end()
      for (const line of [...reminders, ...watcher]) print(line)
      if (response.text !== undefined) {
        text = response.text
        break
      }
    }
    const outcome = await session.endRun({ text })
    print(`answer: ${text}`)
    if (outcome.action === 'stop') {
      print(`yields to ${outcome.yieldTo}${outcome.reason === null ? '' : ` (${outcome.reason})`}`)
      return
    }
    if (outcome.watcher !== null) print(outcome.watcher)
    next = { trigger: 'continuation', text: outcome.prompt }
  }
}
