import { defineTool, type Tool } from '../tool.js'

/** Next.js. */
export const next: Tool = defineTool({
  id: 'next',
  kind: 'build',
  programs: 'next',
  prints:
    /^\s{0,4}▲ Next\.js \d|^\s{0,4}(?:✓ )?(?:Compiled successfully|Creating an optimized production build)|^Failed to compile\.|^\W{0,4}Build error occurred/m,
  success: [
    /^\s{0,4}✓ (?:Generating static pages .{0,40}\(\d|Finalizing page optimization|Collecting build traces)/,
    /^[○●ƒλ]\s{1,4}\((?:Static|SSG|Dynamic|Server)\)/,
    /^\s{0,4}(?:✓ )?Compiled successfully/,
  ],
  failed: [/^\s{0,4}⨯? ?Failed to compile\b/, /^\W{0,4}Build error occurred/, /^> Build failed because of /],
  marks: [/^Type error: /],
})
