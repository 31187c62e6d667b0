import { defineAgent } from '../agent.js'
import { claudeCode as format } from './format.js'
import { besideFiles, claudeCodeHome } from './home.js'
import { claudeCode as profile } from './profile.js'
import { tools } from './tools.js'

const todoTools: ReadonlySet<string> = new Set(['TodoWrite', 'TaskCreate', 'TaskUpdate'])

export const claudeCode = defineAgent({
  name: 'claude-code',
  title: 'Claude Code',
  profile,
  formats: [format],
  home: claudeCodeHome,
  besideFiles,
  isTodoCall: ({ name }) => todoTools.has(name),
  tools,
})
