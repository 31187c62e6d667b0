import { defineTool, type Tool } from '../tool.js'

/** The command line of GitHub. */
export const gh: Tool = defineTool({
  id: 'gh',
  kind: null,
  command: ({ program, effect }) => program === 'gh' && effect !== 'read',
  prints:
    /^pull request create failed:|^https:\/\/github\.com\/[\w.-]{1,80}\/[\w.-]{1,100}\/(?:pull|issues|releases\/tag)\/\S{1,80}$/m,
  success: [
    /^https:\/\/github\.com\/[\w.-]{1,80}\/[\w.-]{1,100}\/(?:pull|issues|releases\/tag)\/\S{1,80}\s*$/,
    /^✓ /,
  ],
  failed: [/^pull request (?:create|merge) failed:/, /^(?:X|✗) /, /^HTTP \d{3}: |^GraphQL: /],
})
