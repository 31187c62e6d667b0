/**
 * A model that answers from a script, over Gemini's API, streamed. API: https://ai.google.dev/api/generate-content
 */

import { refused, serveModel } from './scripted.mjs'

/** Starts the model. @param {{ [name: string]: import('./scripted.mjs').Step[] }} scripts */
export function geminiModel(scripts) {
  return serveModel(scripts, (path, body, played, response) => {
    if (!/:(?:streamGenerateContent|generateContent|countTokens)$/.test(path)) return false
    if (path.endsWith(':countTokens')) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{"totalTokens":100}')
      return true
    }
    const said = body.contents
      .filter(({ role }) => role === 'user')
      .flatMap(({ parts }) => parts.map(({ text }) => text ?? ''))
      .join('\n')
    const answer = played.next(body, said, (body.tools ?? []).length > 0)
    if (refused(answer, response)) return true
    const parts = [
      ...(answer.text === undefined ? [] : [{ text: answer.text }]),
      ...(answer.calls ?? []).map(({ name, input }) => ({ functionCall: { name, args: input } })),
    ]
    const content = body.generationConfig?.responseMimeType === 'application/json' ? [{ text: '{}' }] : parts
    const reply = {
      candidates: [{ index: 0, content: { role: 'model', parts: content }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 },
      modelVersion: 'scripted',
      responseId: `response-${played.requests.length}`,
    }
    const isStream = path.endsWith(':streamGenerateContent')
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
    response.write(isStream ? `data: ${JSON.stringify(reply)}\r\n\r\n` : JSON.stringify(reply))
    if (answer.hold !== true) response.end()
    return true
  })
}
