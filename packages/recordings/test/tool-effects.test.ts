import { describeCall } from '@todo-ledger/audit'
import { describe, expect, it } from 'vitest'
import { agentTools } from '../src/agents/index.js'

/** `effect checks | files`, with `!` behind the effect where the call verifies something. */
function summaryOf(name: string, input: unknown): string {
  const call = describeCall(name, input, { tools: agentTools })
  const files = call.files.map((file) => `${file.access === 'read' ? 'r' : 'w'}:${file.path}`).join(' ')
  return `${call.effect}${call.verify ? '!' : ''} ${call.checks.join('+')} ${files}`
    .trim()
    .replace(/ {2,}/g, ' ')
}

describe('known tools', () => {
  const table: readonly (readonly [string, unknown, string])[] = [
    ['Read', { file_path: '/a.ts' }, 'read r:/a.ts'],
    ['Grep', { pattern: 'FAILED', path: 'src' }, 'read r:src'],
    ['Glob', { pattern: '**/*.test.ts' }, 'read'],
    ['LS', { path: '/tests' }, 'read r:/tests'],
    ['NotebookRead', { notebook_path: 'a.ipynb' }, 'read r:a.ipynb'],
    ['WebFetch', { url: 'https://x.dev' }, 'read'],
    ['WebSearch', { query: 'x' }, 'read'],
    ['BashOutput', { bash_id: 'x' }, 'read'],
    ['TaskOutput', { task_id: 'x' }, 'read'],
    ['AgentOutputTool', {}, 'read'],
    ['ToolSearch', { query: 'x' }, 'read'],
    ['LSP', { operation: 'hover', filePath: 'a.ts' }, 'read r:a.ts'],
    ['Skill', { skill: 'x' }, 'read'],
    ['SlashCommand', { command: '/review' }, 'read'],
    ['Monitor', {}, 'read'],
    ['Edit', { file_path: 'a.ts', old_string: 'x', new_string: 'y' }, 'write w:a.ts'],
    ['MultiEdit', { file_path: 'a.ts', edits: [] }, 'write w:a.ts'],
    ['Write', { file_path: 'a.ts', content: 'npm test' }, 'write w:a.ts'],
    ['NotebookEdit', { notebook_path: 'a.ipynb' }, 'write w:a.ipynb'],
    ['KillShell', { shell_id: 'x' }, 'execute'],
    ['KillBash', { shell_id: 'x' }, 'execute'],
    ['Task', { prompt: 'run the tests' }, 'delegate'],
    ['Agent', { prompt: 'run the tests' }, 'delegate'],
    ['ExitPlanMode', { plan: 'x' }, 'communicate'],
    ['AskUserQuestion', { questions: [] }, 'communicate'],
    ['SendMessage', { to: 'x' }, 'communicate'],
    ['EnterPlanMode', {}, 'think'],
    ['ScheduleWakeup', { delaySeconds: 1 }, 'think'],
    ['TodoWrite', { todos: [] }, 'think'],
    ['TaskCreate', { subject: 'x' }, 'think'],
    ['update_plan', { plan: [] }, 'think'],
    ['read_file', { absolute_path: 'a.ts' }, 'read r:a.ts'],
    ['list_directory', { dir_path: 'src' }, 'read r:src'],
    ['search_file_content', { pattern: 'x' }, 'read'],
    ['google_web_search', { query: 'x' }, 'read'],
    ['write_file', { file_path: 'a.ts', content: '' }, 'write w:a.ts'],
    ['replace', { file_path: 'a.ts' }, 'write w:a.ts'],
    ['edit_file', { path: 'a.ts' }, 'write w:a.ts'],
    ['save_memory', { fact: 'x' }, 'think'],
    ['view_image', { path: 'a.png' }, 'read r:a.png'],
    ['write_stdin', { session_id: 1, chars: '' }, 'read'],
    ['write_stdin', { session_id: 1, chars: 'y\n' }, 'execute'],
    [
      'apply_patch',
      '*** Begin Patch\n*** Update File: a.ts\n*** Add File: b.ts\n*** End Patch',
      'write w:a.ts w:b.ts',
    ],
    ['apply_patch', { input: '*** Begin Patch\n*** Delete File: a.ts\n*** End Patch' }, 'write w:a.ts'],
    ['patch', { patchText: '--- a/x\n+++ b/x.ts\n' }, 'write w:x.ts'],
    ['str_replace_based_edit_tool', { command: 'view', path: 'a.ts' }, 'read r:a.ts'],
    ['str_replace_based_edit_tool', { command: 'str_replace', path: 'a.ts' }, 'write w:a.ts'],
    ['spawn_agent', { message: 'x' }, 'delegate'],
    ['mcp__playwright__browser_navigate', { url: 'http://x' }, 'execute! browser'],
    [
      'mcp__plugin_playwright_playwright__browser_take_screenshot',
      { filename: 'a.png' },
      'execute! browser r:a.png',
    ],
    ['mcp__chrome-devtools__take_snapshot', {}, 'execute! browser'],
    ['mcp__puppeteer__puppeteer_click', {}, 'execute! browser'],
    ['mcp__playwright__browser_close', {}, 'read'],
    ['mcp__postgres__query', { sql: 'select 1' }, 'execute! database'],
    ['mcp__supabase__execute_sql', {}, 'execute! database'],
    ['mcp__linear__get_issue', { id: 'x' }, 'read'],
    ['mcp__linear__list_documents', {}, 'read'],
    ['mcp__linear__search_documentation', {}, 'read'],
    ['mcp__linear__create_issue', {}, 'write'],
    ['mcp__linear__update_document', {}, 'write'],
    ['mcp__linear__create_comment', {}, 'communicate'],
    ['mcp__slack__post_message', {}, 'communicate'],
    ['mcp__fs__write_file', { path: 'a' }, 'write w:a'],
    ['mcp__fs__read_multiple_files', { paths: ['a', 'b'] }, 'read r:a r:b'],
    ['mcp__ci__run_tests', {}, 'execute! test'],
    ['mcp__ci__deploy', {}, 'execute deploy'],
    ['mcp__journal__process_thoughts', {}, 'think'],
    ['getDiagnostics', {}, 'read! typecheck+lint'],
    ['runTests', {}, 'execute! test'],
    ['frobnicate', { file_path: 'a' }, 'unknown r:a'],
    ['', {}, 'unknown'],
    ['__proto__', { __proto__: { command: 'npm test' } }, 'unknown'],
  ]
  it.each(table)('%s %j is %s', (name, input, expected) => {
    expect(summaryOf(name, input)).toBe(expected)
  })
})

describe('shells', () => {
  const inputs: readonly (readonly [string, unknown, string])[] = [
    ['Bash', { command: 'npm test' }, 'execute! test'],
    ['bash', { command: 'npm test', workdir: '/x' }, 'execute! test'],
    ['Bash', 'npm test', 'execute! test'],
    ['run_shell_command', { command: 'npm test' }, 'execute! test'],
    ['exec_command', { cmd: 'npm test' }, 'execute! test'],
    ['shell', { command: ['bash', '-lc', 'cd x && npm test'] }, 'execute! test'],
    ['shell', { command: ['npm', 'test'] }, 'execute! test'],
    ['shell', { command: ['cat', "it's.txt"] }, "read r:it's.txt"],
    ['local_shell', ['npm', 'test'], 'execute! test'],
    ['run', { script: 'npm test' }, 'execute! test'],
    ['terminal', { commands: ['cd x', 'npm test'] }, 'execute! test'],
    ['run_commands', { commands: ['cd x', { command: 'npm', args: ['test'] }] }, 'execute! test'],
    ['run_commands', { command: 'npm', args: ['test'] }, 'execute! test'],
    ['editor', { path: 'a.ts', old_text: 'x', new_text: 'y' }, 'write w:a.ts'],
    ['team_run_task', { agentId: 'a', task: 'Look' }, 'delegate'],
    ['PowerShell', { command: 'Get-Content a.txt' }, 'read r:a.txt'],
    ['exec', 'const r = await tools.exec_command({ cmd: "npm test\\nls" }); text(r)', 'execute! test'],
    ['exec', { input: "await tools.exec_command({ cmd: 'npm test' })" }, 'execute! test'],
    ['exec', { input: 'await tools.update_plan({ plan: [] })' }, 'think'],
    ['exec', { input: 'await tools.update_plan({ plan: [] }); await tools.view_image(x)' }, 'unknown'],
    ['Bash', {}, 'execute'],
    ['Bash', { command: 3 }, 'execute'],
    ['Bash', null, 'execute'],
    ['Bash', { command: '' }, 'unknown'],
  ]
  it.each(inputs)('%s %j is %s', (name, input, expected) => {
    expect(summaryOf(name, input)).toBe(expected)
  })
})
