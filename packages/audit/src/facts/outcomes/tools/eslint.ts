import { defineTool, type Tool } from '../tool.js'

/** ESLint: prints nothing when all is well. */
export const eslint: Tool = defineTool({
  id: 'eslint',
  kind: 'lint',
  programs: 'eslint eslint_d standard xo',
  prints:
    /^[✖×] \d{1,6} problems? \(\d{1,6} errors?, \d{1,6} warnings?\)|^\s{2}\d{1,6}:\d{1,5}\s{1,4}(?:error|warning)\s{2}|^✔ No ESLint warnings or errors|^No files matching the pattern ".{1,200}" were found/m,
  summary: [/^[✖×] \d{1,6} problems? \(/],
  success: [/^✔ No ESLint warnings or errors/],
  marks: [
    /^\s{1,6}\d{1,6}:\d{1,5}\s{1,8}(?:error|Error:?)\s/,
    /^[^\s:]{1,200}:\d{1,6}:\d{1,6}\s{1,8}error\s/,
  ],
  nothing: [
    /^No files matching (?:the pattern )?.{1,200} (?:were|was) found/,
    /^(?:You are linting|All files matched by) .{1,200} (?:are|is) ignored/,
  ],
  failed: [/^Oops! Something went wrong!/],
  silent: true,
})
