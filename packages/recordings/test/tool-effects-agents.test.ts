import { describeCall } from '@todo-ledger/audit'
import { describe, expect, it } from 'vitest'
import { agentTools } from '../src/agents/index.js'

/** `effect checks | files`, with `!` behind the effect where the call verifies something, `&` where it is left running. */
function summaryOf(name: string, input: unknown): string {
  const call = describeCall(name, input, { tools: agentTools })
  const files = call.files.map((file) => `${file.access === 'read' ? 'r' : 'w'}:${file.path}`)
  const effect = `${call.effect}${call.verify ? '!' : ''}${call.background ? '&' : ''}`
  return [effect, call.checks.join('+'), ...files].filter((part) => part !== '').join(' ')
}

type Row = readonly [name: string, input: unknown, expected: string]

function holds(rows: readonly Row[]): void {
  it.each(rows)('%s %j is %s', (name, input, expected) => {
    expect(summaryOf(name, input)).toBe(expected)
  })
}

describe('Claude Code', () => {
  holds([
    ['Bash', { command: 'npm run dev', run_in_background: true }, 'execute!& run'],
    ['Bash', { command: 'npm test', description: 'Edit the file' }, 'execute! test'],
    ['BashOutput', { bash_id: 'b1' }, 'read'],
    ['TaskOutput', { task_id: 'b1', block: true }, 'read'],
    ['Task', { subagent_type: 'tester', name: 'anna', prompt: 'npm test' }, 'delegate'],
    ['SendMessage', { type: 'message', recipient: 'anna', content: 'run npm test' }, 'communicate'],
    ['TeamCreate', { team_name: 'x' }, 'delegate'],
    ['TeamDelete', {}, 'execute'],
    ['Read', { file_path: 'test.sh' }, 'read r:test.sh'],
    ['Grep', { pattern: 'npm test', glob: '*.md' }, 'read'],
    ['Write', { file_path: 'run-tests.sh', content: 'npm test' }, 'write w:run-tests.sh'],
    ['mcp__ide__executeCode', { code: 'print(1)' }, 'execute! run'],
    ['mcp__ide__getDiagnostics', {}, 'read! typecheck+lint'],
    ['KillShell', { shell_id: 'x' }, 'execute'],
    ['CronCreate', {}, 'think'],
    ['LSP', { operation: 'findReferences', filePath: 'a.ts' }, 'read r:a.ts'],
  ])
})

describe('Codex', () => {
  holds([
    ['shell', { command: ['bash', '-lc', 'pytest -q'], workdir: '/x' }, 'execute! test'],
    ['shell_command', { command: 'npm run build', workdir: '/x' }, 'execute! build'],
    ['container.exec', { cmd: ['bash', '-lc', 'go test ./...'] }, 'execute! test r:./...'],
    ['exec_command', { cmd: 'cargo test', yield_time_ms: 1000 }, 'execute! test'],
    ['exec_command', { cmd: "sed -n '1,20p' test.sh" }, 'read r:test.sh'],
    [
      'shell',
      { command: ['apply_patch', '*** Begin Patch\n*** Update File: a.ts\n@@\n*** End Patch'] },
      'write w:a.ts',
    ],
    [
      'shell',
      {
        command: [
          'bash',
          '-lc',
          "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: b.ts\n+x\n*** End Patch\nEOF",
        ],
      },
      'write w:b.ts',
    ],
    ['unified_exec', { input: ['npm', 'test'] }, 'execute! test'],
    ['write_stdin', { session_id: 1, chars: '' }, 'read'],
    ['write_stdin', { session_id: 1 }, 'read'],
    ['view_image', { path: 'a.png' }, 'read r:a.png'],
    ['js_repl', { code: 'console.log(1)' }, 'execute! run'],
    ['python', { code: 'print(1)' }, 'execute! run'],
    ['spawn_agent', { message: 'run the tests' }, 'delegate'],
    ['send_input', { id: 'a', message: 'test' }, 'delegate'],
    ['wait', { ids: ['a'] }, 'read'],
    ['wait_agent', { ids: ['a'] }, 'read'],
    ['close_agent', { id: 'a' }, 'execute'],
    ['request_user_input', {}, 'communicate'],
    [
      'exec',
      'const p = tools.apply_patch("*** Begin Patch\\n*** Update File: a.ts\\n*** End Patch")',
      'write w:a.ts',
    ],
    ['exec', 'await tools.exec_command({"cmd":"npm test 2>&1 | tail -5"})', 'execute! test'],
  ])
})

describe('Gemini and Qwen', () => {
  holds([
    ['run_shell_command', { command: 'npm test', directory: 'web' }, 'execute! test'],
    ['run_shell_command', { command: 'npm run dev', is_background: true }, 'execute!& run'],
    ['read_many_files', { paths: ['a.ts', 'b.ts'] }, 'read r:a.ts r:b.ts'],
    ['read_many_files', { include: ['src/**/*.ts'] }, 'read r:src/**/*.ts'],
    ['replace', { file_path: 'a.ts', instruction: 'test' }, 'write w:a.ts'],
    ['codebase_investigator', { objective: 'x' }, 'delegate'],
    ['delegate_to_agent', { agent_name: 'x' }, 'delegate'],
    ['ask_user', {}, 'communicate'],
    ['write_todos', { todos: [] }, 'think'],
    ['web_fetch', { prompt: 'x' }, 'read'],
    ['complete_task', { report: 'x' }, 'communicate'],
  ])
})

describe('opencode and Crush', () => {
  holds([
    ['bash', { command: 'bun test', description: 'x' }, 'execute! test'],
    ['edit', { filePath: 'a.ts', oldString: 'x' }, 'write w:a.ts'],
    ['write', { filePath: 'a.ts', content: 'x' }, 'write w:a.ts'],
    ['read', { filePath: 'a.ts', offset: 1 }, 'read r:a.ts'],
    ['list', { path: 'src' }, 'read r:src'],
    ['patch', { patchText: '*** Begin Patch\n*** Update File: a.ts\n*** End Patch' }, 'write w:a.ts'],
    ['todoread', {}, 'read'],
    ['task', { prompt: 'test it', subagent_type: 'general' }, 'delegate'],
    ['webfetch', { url: 'http://x' }, 'read'],
    ['job_output', { shell_id: '1' }, 'read'],
    ['job_kill', { shell_id: '1' }, 'execute'],
    ['sourcegraph', { query: 'x' }, 'read'],
    ['download', { url: 'http://x', file_path: 'a.zip' }, 'read r:a.zip'],
    ['invalid', { tool: 'bash', error: 'x' }, 'unknown'],
  ])
})

describe('Cline and Roo', () => {
  holds([
    ['execute_command', { command: 'npm test', requires_approval: false }, 'execute! test'],
    ['write_to_file', { path: 'a.ts', content: 'x' }, 'write w:a.ts'],
    ['replace_in_file', { path: 'a.ts', diff: 'x' }, 'write w:a.ts'],
    ['apply_diff', { path: 'a.ts', diff: '<<<<<<< SEARCH' }, 'write w:a.ts'],
    ['insert_content', { path: 'a.ts', line: 1 }, 'write w:a.ts'],
    ['search_and_replace', { path: 'a.ts', search: 'x', replace: 'y' }, 'write w:a.ts'],
    ['search_files', { path: 'src', regex: 'test' }, 'read r:src'],
    ['list_code_definition_names', { path: 'src' }, 'read r:src'],
    ['read_file', { args: { file: [{ path: 'a.ts' }] } }, 'read'],
    ['read_file', { files: [{ path: 'a.ts' }] }, 'read r:a.ts'],
    ['browser_action', { action: 'launch', url: 'http://localhost:3000' }, 'execute! browser'],
    ['use_mcp_tool', { server_name: 'fs', tool_name: 'read_file', arguments: { path: 'a' } }, 'unknown'],
    ['access_mcp_resource', { uri: 'x' }, 'read'],
    ['ask_followup_question', { question: 'x' }, 'communicate'],
    ['attempt_completion', { result: 'x' }, 'communicate'],
    ['use_skill', { skill_name: 'x' }, 'read'],
    ['use_subagents', { prompts: ['x'] }, 'delegate'],
    ['read_file', { args: '<file><path>a.ts</path></file>', paths: ['a.ts'] }, 'read r:a.ts'],
    ['terminal', { command: 'npm test' }, 'execute! test'],
    ['file_editor', { command: 'view', path: '/w/a.ts' }, 'read r:/w/a.ts'],
    ['file_editor', { command: 'str_replace', path: '/w/a.ts' }, 'write w:/w/a.ts'],
    ['plan_mode_respond', { response: 'x' }, 'communicate'],
    ['new_task', { mode: 'code', message: 'x' }, 'delegate'],
    ['switch_mode', { mode_slug: 'code' }, 'think'],
    ['update_todo_list', { todos: 'x' }, 'think'],
    ['fetch_instructions', { task: 'x' }, 'read'],
    ['codebase_search', { query: 'x' }, 'read'],
  ])
})

describe('OpenHands, SWE-agent and Trae', () => {
  holds([
    ['execute_bash', { command: 'pytest tests/', is_input: 'false' }, 'execute! test r:tests/'],
    ['execute_ipython_cell', { code: 'print(1)' }, 'execute! run'],
    ['str_replace_editor', { command: 'view', path: '/w/test.py' }, 'read r:/w/test.py'],
    ['str_replace_editor', { command: 'create', path: '/w/test.py', file_text: 'x' }, 'write w:/w/test.py'],
    ['str_replace_editor', { command: 'undo_edit', path: '/w/a.py' }, 'write w:/w/a.py'],
    ['file_editor', { command: 'view', path: 'a.py' }, 'read r:a.py'],
    ['file_editor', { command: 'str_replace', path: 'a.py' }, 'write w:a.py'],
    ['terminal', { command: 'npm test' }, 'execute! test'],
    ['task_tracker', { command: 'plan', task_list: [] }, 'think'],
    ['browser', { code: 'goto("http://localhost")' }, 'execute! browser'],
    ['think', { thought: 'npm test' }, 'think'],
    ['finish', { message: 'x' }, 'communicate'],
    ['submit', {}, 'communicate'],
    ['task_done', {}, 'communicate'],
    ['search_dir', { search_term: 'x', dir: 'src' }, 'read'],
    ['find_file', { file_name: 'a.py' }, 'read r:a.py'],
    ['scroll_down', {}, 'read'],
    ['goto', { line_number: 3 }, 'read'],
    ['bash', { command: 'str_replace_editor view /w/a.py' }, 'read r:/w/a.py'],
    ['bash', { command: 'str_replace_editor create /w/a.py --file_text x' }, 'write w:/w/a.py'],
    ['json_edit_tool', { operation: 'set', file_path: 'a.json' }, 'write w:a.json'],
    ['sequentialthinking', {}, 'think'],
  ])
})

describe('LangChain and chat arrays', () => {
  holds([
    ['execute', { command: 'pytest' }, 'execute! test'],
    ['python_repl_ast', { query: 'print(1)' }, 'execute! run'],
    ['Python_REPL', { code: 'print(1)' }, 'execute! run'],
    ['python_repl', "open('a.txt', 'w').write('x')", 'write w:a.txt'],
    ['terminal', { commands: 'npm test' }, 'execute! test'],
    ['tavily_search', { query: 'test' }, 'read'],
    ['tavily_search_results_json', { query: 'x' }, 'read'],
    ['duckduckgo_search', { query: 'x' }, 'read'],
    ['wikipedia', { query: 'x' }, 'read'],
    ['internet_search', { query: 'x' }, 'read'],
    ['sql_db_query', { query: 'select 1' }, 'execute! database'],
    ['sql_db_schema', { table_names: 'x' }, 'read'],
    ['sql_db_list_tables', {}, 'read'],
    ['requests_get', { url: 'http://localhost' }, 'execute! probe'],
    ['requests_post', { url: 'http://localhost' }, 'execute! probe'],
    ['http_request', { url: 'http://localhost' }, 'execute! probe'],
    ['think_tool', { reflection: 'x' }, 'think'],
    ['code_interpreter', { code: 'print(1)' }, 'execute! run'],
    ['code_execution', { code: 'print(1)' }, 'execute! run'],
    ['bash_code_execution', { command: 'pytest' }, 'execute! test'],
    ['web_search', { query: 'x' }, 'read'],
    ['write_file', { path: 'report.md', text: 'x' }, 'write w:report.md'],
    ['transfer_to_researcher', {}, 'delegate'],
    ['handoff_to_tester', {}, 'delegate'],
    ['send_email', { to: 'x' }, 'communicate'],
  ])
})

describe('Cursor, Windsurf, Copilot, Zed, Amp, Goose, Kimi, Droid', () => {
  holds([
    ['run_terminal_cmd', { command: 'npm test', is_background: false }, 'execute! test'],
    ['search_replace', { file_path: 'a.ts' }, 'write w:a.ts'],
    ['glob_file_search', { glob_pattern: '*.ts' }, 'read'],
    ['delete_file', { target_file: 'a.ts' }, 'write w:a.ts'],
    ['todo_write', { todos: [] }, 'think'],
    ['fetch_rules', {}, 'read'],
    ['run_command', { CommandLine: 'npm test', Cwd: '/x' }, 'execute! test'],
    ['view_file', { AbsolutePath: '/x/a.ts' }, 'read r:/x/a.ts'],
    ['replace_file_content', { TargetFile: '/x/a.ts' }, 'write w:/x/a.ts'],
    ['find_by_name', { Pattern: 'x' }, 'read'],
    ['command_status', { CommandId: 'x' }, 'read'],
    ['read_url_content', { Url: 'x' }, 'read'],
    ['browser_preview', { Url: 'x' }, 'execute! browser'],
    ['run_in_terminal', { command: 'npm test', isBackground: true }, 'execute!& test'],
    ['get_terminal_output', { id: 'x' }, 'read'],
    ['replace_string_in_file', { filePath: 'a.ts' }, 'write w:a.ts'],
    ['insert_edit_into_file', { filePath: 'a.ts' }, 'write w:a.ts'],
    ['multi_replace_string_in_file', { replacements: [{ filePath: 'a.ts' }] }, 'write'],
    ['get_errors', { filePaths: ['a.ts'] }, 'read! typecheck+lint'],
    ['semantic_search', { query: 'x' }, 'read'],
    ['runTests', { files: ['a.test.ts'] }, 'execute! test r:a.test.ts'],
    ['run_task', { id: 'build' }, 'execute'],
    ['create_and_run_task', { task: { command: 'npm test' } }, 'execute! test'],
    ['run_notebook_cell', { filePath: 'a.ipynb' }, 'execute! run r:a.ipynb'],
    ['edit_notebook_file', { filePath: 'a.ipynb' }, 'write w:a.ipynb'],
    ['get_changed_files', {}, 'read'],
    ['manage_todo_list', {}, 'think'],
    ['fetch_webpage', { urls: ['x'] }, 'read'],
    ['find_path', { glob: 'x' }, 'read'],
    ['copy_path', { source_path: 'a', destination_path: 'b' }, 'write'],
    ['delete_path', { path: 'a' }, 'write w:a'],
    ['oracle', { task: 'x' }, 'delegate'],
    ['Bash', { cmd: 'npm test' }, 'execute! test'],
    ['undo_edit', { path: 'a.ts' }, 'write w:a.ts'],
    ['read_web_page', { url: 'x' }, 'read'],
    ['developer__shell', { command: 'npm test' }, 'execute! test'],
    ['developer__text_editor', { command: 'view', path: 'a.ts' }, 'read r:a.ts'],
    ['developer__text_editor', { command: 'write', path: 'a.ts' }, 'write w:a.ts'],
    ['Shell', { command: 'npm test' }, 'execute! test'],
    ['StrReplaceFile', { path: 'a.ts' }, 'write w:a.ts'],
    ['SetTodoList', { todos: [] }, 'think'],
    ['SearchWeb', { query: 'x' }, 'read'],
    ['Execute', { command: 'npm test' }, 'execute! test'],
    ['Create', { file_path: 'a.ts' }, 'write w:a.ts'],
    ['ApplyPatch', { input: '*** Begin Patch\n*** Update File: a.ts\n*** End Patch' }, 'write w:a.ts'],
  ])
})

describe('tools of servers', () => {
  holds([
    ['mcp__github__create_pull_request', { title: 'test' }, 'write'],
    ['mcp__github__get_file_contents', { path: 'a' }, 'read r:a'],
    ['mcp__github__push_files', {}, 'write'],
    ['mcp__github__merge_pull_request', {}, 'execute'],
    ['mcp__github__add_issue_comment', {}, 'communicate'],
    ['mcp__github__get_job_logs', {}, 'read'],
    ['mcp__github__pull_request_read', {}, 'read'],
    ['mcp__github__issue_write', {}, 'write'],
    ['mcp__github__run_workflow', {}, 'execute'],
    ['mcp__playwright__browser_verify_text_visible', {}, 'execute! browser'],
    ['mcp__playwright__browser_run_code', { code: 'x' }, 'execute! browser'],
    ['mcp__playwright__browser_close', {}, 'read'],
    ['mcp__playwright__browser_install', {}, 'execute'],
    ['mcp__serena__execute_shell_command', { command: 'npm test' }, 'execute! test'],
    ['mcp__serena__find_symbol', { relative_path: 'a.ts' }, 'read r:a.ts'],
    ['mcp__serena__replace_symbol_body', { relative_path: 'a.ts' }, 'write w:a.ts'],
    ['mcp__serena__insert_after_symbol', { relative_path: 'a.ts' }, 'write w:a.ts'],
    ['mcp__serena__think_about_task_adherence', {}, 'think'],
    ['mcp__serena__write_memory', { memory_name: 'x' }, 'think'],
    ['mcp__serena__read_memory', {}, 'read'],
    ['mcp__serena__check_onboarding_performed', {}, 'read'],
    ['mcp__filesystem__directory_tree', { path: 'src' }, 'read r:src'],
    ['mcp__filesystem__edit_file', { path: 'a' }, 'write w:a'],
    ['mcp__desktop-commander__start_process', { command: 'npm test' }, 'execute! test'],
    ['mcp__desktop-commander__read_process_output', {}, 'read'],
    ['mcp__jupyter__execute_cell', { cell_index: 1 }, 'execute! run'],
    ['mcp__XcodeBuildMCP__build_sim', {}, 'execute! build'],
    ['mcp__XcodeBuildMCP__test_sim', {}, 'execute! test'],
    ['mcp__XcodeBuildMCP__screenshot', {}, 'execute! browser'],
    ['mcp__jetbrains__build_project', {}, 'execute! build'],
    ['mcp__jetbrains__get_file_problems', { filePath: 'a' }, 'read r:a'],
    ['mcp__jetbrains__execute_terminal_command', { command: 'npm test' }, 'execute! test'],
    ['mcp__supabase__apply_migration', { query: 'x' }, 'execute! database'],
    ['mcp__supabase__deploy_edge_function', {}, 'execute deploy'],
    ['mcp__supabase__list_tables', {}, 'read'],
    ['mcp__vercel__deploy_to_vercel', {}, 'execute deploy'],
    ['mcp__vercel__get_deployment', {}, 'read'],
    ['mcp__jira__jira_transition_issue', {}, 'write'],
    ['mcp__notion__notion-create-pages', {}, 'write'],
    ['mcp__notion__notion-fetch', {}, 'read'],
    ['mcp__context7__resolve-library-id', {}, 'read'],
    ['mcp__context7__query-docs', {}, 'read'],
    ['mcp__figma__get_design_context', {}, 'read'],
    ['mcp__slack__conversations_add_message', {}, 'communicate'],
    ['mcp__sequential-thinking__sequentialthinking', {}, 'think'],
    ['mcp__kubernetes__kubectl_get', {}, 'read'],
    ['mcp__shell__run', { command: 'pytest' }, 'execute! test'],
    ['mcp__ssh__ssh_exec', { command: 'systemctl restart app' }, 'execute deploy'],
    ['mcp__db__execute_query', { sql: 'select 1' }, 'execute! database'],
    ['mcp__x__frobnicate', { command: 'npm test' }, 'execute! test'],
    ['mcp__x__frobnicate', { command: 'whatever' }, 'unknown'],
  ])
})
