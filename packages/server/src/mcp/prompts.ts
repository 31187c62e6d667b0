/** What a person can ask for by name, in clients that offer prompts. */

import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server'
import { sessionNamed } from './list-name.js'
import type { TodoServerOptions } from './todo-server-options.js'

/** Offers the prompts. */
export function addPrompts(
  server: McpServer,
  { service, caller, usualList }: Pick<TodoServerOptions, 'service' | 'caller' | 'usualList'>,
): void {
  const argsSchema = fromJsonSchema<{ readonly session?: string }>({
    type: 'object',
    properties: { session: { type: 'string', description: 'The name of the list' } },
    ...(usualList === undefined ? { required: ['session'] } : {}),
  })
  server.registerPrompt(
    'go-on',
    { title: 'Go on with the list', description: 'Work on what is open on the list', argsSchema },
    async ({ session = usualList }) => {
      const reading = await service.read(caller, sessionNamed(caller, session))
      return asked(
        `Go on with what is open on this list, and keep it up to date.\n\n${reading.rendered() ?? ''}`,
      )
    },
  )
  server.registerPrompt(
    'check-doubts',
    {
      title: 'Check what is in doubt',
      description: 'Look again at items that were completed without the work that they name',
      argsSchema,
    },
    async ({ session = usualList }) => {
      const { completions } = await service.audit(caller, sessionNamed(caller, session))
      const doubted = completions.filter(({ verdict }) => verdict === 'weak' || verdict === 'unsupported')
      if (doubted.length === 0) return asked('No completed item of the list is in doubt. Say so.')
      const lines = doubted.map(({ item, text, why }) => `- ${item}: ${text} (${why?.sentence ?? ''})`)
      return asked(
        `These items of the list were completed, and the record does not show that they were done. Look at each, do what is missing, and say which were done after all.\n\n${lines.join('\n')}`,
      )
    },
  )
}

function asked(text: string) {
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
}
