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
