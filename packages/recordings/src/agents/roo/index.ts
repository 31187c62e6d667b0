import { defineAgent } from '../agent.js'
import { rooHome } from '../cline/home.js'
import { roo as profile } from './profile.js'

/** Roo Code, a fork of Cline, in whose format it records. */
export const roo = defineAgent({
  name: 'roo',
  title: 'Roo Code',
  profile,
  home: rooHome,
  isTodoCall: ({ name }) => name === 'update_todo_list',
  tools: {
    names: {
      read: 'fetchinstructions',
      write: 'searchandreplace insertcontent',
      patch: 'applydiff',
      think: 'updatetodolist switchmode',
    },
  },
})
