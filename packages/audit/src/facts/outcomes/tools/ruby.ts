/** Ruby. */

import { defineTool, type Tool } from '../tool.js'

/** RSpec. */
export const rspec: Tool = defineTool({
  id: 'rspec',
  kind: 'test',
  programs: 'rspec parallel_rspec',
  prints: /^\d{1,6} examples?, \d{1,6} failures?/m,
  summary: [/^\d{1,6} examples?, \d{1,6} failures?/],
  marks: [/^rspec \.\/\S{1,300}/],
  partial: [/^RSpec is shutting down|^RSpec::Core::Runner interrupted/],
})

/** Minitest, that of Rails too. */
export const minitest: Tool = defineTool({
  id: 'minitest',
  kind: 'test',
  programs: 'minitest rails rake m',
  prints: /^\d{1,6} (?:runs|tests), \d{1,6} assertions, \d{1,6} failures/m,
  summary: [/^\d{1,6} (?:runs|tests), \d{1,6} assertions, \d{1,6} failures/],
})

/** RuboCop. */
export const rubocop: Tool = defineTool({
  id: 'rubocop',
  kind: 'lint',
  programs: 'rubocop standardrb',
  prints: /^\d{1,6} files? inspected, (?:\d{1,6}|no) offen[cs]es?/m,
  summary: [/^\d{1,6} files? inspected, \d{1,6} offen[cs]es?/],
  success: [/^[1-9]\d{0,5} files? inspected, no offen[cs]es/],
  nothing: [/^0 files inspected/],
})
