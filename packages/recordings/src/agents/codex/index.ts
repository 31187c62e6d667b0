import { defineAgent } from '../agent.js'
import { codex as format } from './format.js'
import { besideFiles, codexHome } from './home.js'
import { codex as profile } from './profile.js'
import { tools } from './tools.js'

export const codex = defineAgent({
  name: 'codex',
  title: 'Codex',
  profile,
  tools,
  formats: [format],
  home: codexHome,
  besideFiles: () => besideFiles,
  isTodoCall: ({ name }) => name === 'update_plan',
})
