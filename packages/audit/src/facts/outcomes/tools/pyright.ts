import { defineTool, type Tool } from '../tool.js'

/** Pyright. */
export const pyright: Tool = defineTool({
  id: 'pyright',
  kind: 'typecheck',
  programs: 'pyright basedpyright',
  prints:
    /^\d{1,6} errors?, \d{1,6} warnings?, \d{1,6} (?:informations?|notes?)|^No source files found\.$|^File or directory "file:/m,
  summary: [/^\d{1,6} errors?, \d{1,6} warnings?/],
  marks: [/^\s{0,4}[^\s:]{1,200}:\d{1,6}:\d{1,6} - error\b/],
  nothing: [/^No source files found\.|^File or directory ".{1,300}" does not exist/],
})
