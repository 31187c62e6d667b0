import { defineTool, type Tool } from '../tool.js'

/** Linters that give one line for each finding, as flake8 does, and nothing when all is well. */
export const flake8: Tool = defineTool({
  id: 'flake8',
  kind: 'lint',
  programs: 'flake8 pydocstyle pycodestyle vulture',
  prints: /^[^\s:]{1,200}\.pyi?:\d{1,6}:\d{1,6}: [A-Z]{1,4}\d{2,4} /m,
  marks: [/^[^\s:]{1,200}:\d{1,6}:\d{1,6}: [A-Z]{1,4}\d{2,4}\b/],
  silent: true,
})

/** Pylint. */
export const pylint: Tool = defineTool({
  id: 'pylint',
  kind: 'lint',
  programs: 'pylint',
  prints: /^Your code has been rated at |^\*{13} Module /m,
  success: [/^Your code has been rated at 10\.00\/10/],
  marks: [/^[^\s:]{1,200}:\d{1,6}:\d{1,6}: [EFWCR]\d{4}: /],
})

/** Black. */
export const black: Tool = defineTool({
  id: 'black',
  kind: 'format',
  programs: 'black',
  prints: /^(?:All done! ✨|Oh no! 💥|would reformat |No Python files are present to be formatted)/m,
  success: [/^All done!/],
  failed: [/^Oh no!/],
  marks: [/^would reformat |^error: cannot format /],
  nothing: [/^No Python files are present to be formatted/],
})
