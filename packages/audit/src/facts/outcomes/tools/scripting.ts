/** Ruby, PHP, Elixir and shells. */

import type { ToolForm } from '../tool.js'

export const scripting: readonly ToolForm[] = [
  {
    id: 'rspec',
    kind: 'test',
    programs: 'rspec parallel_rspec',
    summary: [/^\d{1,6} examples?, \d{1,6} failures?/],
    marks: [/^rspec \.\/\S{1,300}/],
    partial: [/^RSpec is shutting down|^RSpec::Core::Runner interrupted/],
  },
  {
    id: 'minitest',
    kind: 'test',
    programs: 'minitest rails rake m',
    summary: [/^\d{1,6} (?:runs|tests), \d{1,6} assertions, \d{1,6} failures/],
  },
  {
    id: 'rubocop',
    kind: 'lint',
    programs: 'rubocop standardrb',
    summary: [/^\d{1,6} files? inspected, \d{1,6} offen[cs]es?/],
    success: [/^[1-9]\d{0,5} files? inspected, no offen[cs]es/],
    nothing: [/^0 files inspected/],
  },
  {
    id: 'phpunit',
    kind: 'test',
    programs: 'phpunit simple-phpunit paratest pest artisan',
    summary: [/^Tests: \d{1,6}, Assertions: \d/, /^OK \(\d{1,6} tests?, \d/, /^\s{2}Tests:\s{2,8}\d/],
    success: [/^OK, but /],
    failed: [/^(?:FAILURES|ERRORS)!\s*$/],
    nothing: [/^No tests executed!|^\s{0,4}INFO\s{1,4}No tests found/],
    marks: [/^PHP (?:Fatal|Parse) error/],
  },
  {
    id: 'phpstan',
    kind: 'typecheck',
    programs: 'phpstan psalm phan',
    summary: [/^ \[ERROR\] Found \d{1,6} errors?/],
    success: [/^ \[OK\] No errors|^\s{0,20}No errors found!/],
    nothing: [/^ \[(?:WARNING|ERROR)\] No files found to analyse/],
  },
  {
    id: 'mix-test',
    kind: 'test',
    command: ({ program, words }) => program === 'mix' && words[1] === 'test',
    summary: [/^(?:\d{1,6} (?:doctests?|properties|property), )*\d{1,6} tests?, \d{1,6} failures?/],
    failed: [/^== Compilation error in |^\*\* \(\w{1,60}Error\)/],
    nothing: [/^There are no tests to run\b|^The --only option was given .{0,80}no test/],
    partial: [/^--max-failures reached/],
  },
  {
    id: 'shellcheck',
    kind: 'lint',
    programs: 'shellcheck',
    prints: /\bSC\d{4} \((?:error|warning|info|style)\): /,
    marks: [/\bSC\d{4} \((?:error|warning|info|style)\):/, /: (?:error|warning|note): .{1,300} \[SC\d{4}\]/],
    silent: true,
  },
  // pre-commit gives a line for each hook.
  {
    id: 'pre-commit',
    kind: 'lint',
    programs: 'pre-commit prek',
    success: [/^.{1,200}\.{3,}Passed$/],
    failed: [/^.{1,200}\.{3,}\(?Failed\)?$/],
    nothing: [/^.{1,200}\.{3,}\(no files to check\)Skipped$/],
    adds: true,
  },
]
