import { filesOfPatch, type GivenProgram, type ToolTable } from '@todo-ledger/audit'

export const tools: ToolTable = {
  names: {
    shell: 'localshell localshellcall containerexec unifiedexec execcommand shellcommand',
    read: 'viewimage waitagent listmcpresources readmcpresource listmcpresourcetemplates',
    execute: 'closeagent',
    stdin: 'writestdin',
    delegate: 'spawnagent sendinput resumeagent',
    think: 'updateplan',
    communicate: 'requestuserinput',
  },
  programs: 'codex',
  readProgram,
}

const longestProgram = 100_000
const commandLiteral =
  /\b(?:cmd|command)["']?\s{0,4}:\s{0,4}("(?:[^"\\]|\\.){0,20000}"|'(?:[^'\\]|\\.){0,20000}'|`(?:[^`\\]|\\.){0,20000}`)/g

/** A program that is given to the `exec` tool calls others, its commands as literals: `tools.exec_command({ cmd: "…" })`. */
function readProgram(text: string): GivenProgram | null {
  if (!text.includes('tools.')) return null
  const seen = text.slice(0, longestProgram)
  const lines = [...seen.matchAll(commandLiteral)].map((match) => unescaped((match[1] ?? '').slice(1, -1)))
  if (seen.includes('tools.apply_patch')) {
    const files = filesOfPatch(seen.replaceAll('\\n', '\n'))
    lines.push(...files.map((file) => `touch '${file.path.replaceAll("'", '')}'`))
  }
  const called = [...seen.matchAll(/\btools\.(\w{1,60})/g)].map(([, tool]) => tool)
  const onlyUpdatesPlan = text.includes('tools.update_plan') && called.every((tool) => tool === 'update_plan')
  return { lines: lines.join('\n'), onlyUpdatesPlan }
}

function unescaped(literal: string): string {
  return literal.replace(/\\(.)/gs, (_, char: string) => (char === 'n' ? '\n' : char === 't' ? '\t' : char))
}
