import { isObject, objectsOf, stringIn } from '../../json.js'
import { defineAgent } from '../agent.js'
import { geminiCli as format } from './format.js'
import { besideFiles, geminiCliHome } from './home.js'
import { gemini as profile } from './profile.js'

/** Gemini CLI. */
export const geminiCli = defineAgent({
  name: 'gemini-cli',
  title: 'Gemini CLI',
  profile,
  formats: [format],
  home: geminiCliHome,
  besideFiles: () => besideFiles,
  // Others have a tool of this name, too; their todos have their text in `content`.
  isTodoCall({ name, input }) {
    const [first] = name === 'write_todos' && isObject(input) ? objectsOf(input['todos']) : []
    return first !== undefined && stringIn(first, 'description') !== null && !('content' in first)
  },
  tools: {
    names: {
      shell: 'runshellcommand',
      read: 'readmanyfiles searchfilecontent googlewebsearch getinternaldocs activateskill',
      delegate: 'codebaseinvestigator delegatetoagent',
      think: 'savememory writetodos',
    },
    programs: 'gemini',
  },
})
