import { defineAgent } from '../agent.js'
import { cline as format } from './format.js'
import { clineHome } from './home.js'
import { cline as profile } from './profile.js'

export const cline = defineAgent({
  name: 'cline',
  title: 'Cline',
  profile,
  formats: [format],
  home: clineHome,
  tools: {
    names: {
      shell: 'executecommand runcommands',
      read: `listcodedefinitionnames accessmcpresource useskill teamstatus teamlistruns teamawaitruns
        teamreadmailbox teamlistoutcomes`,
      write: 'writetofile replaceinfile',
      browser: 'browseraction',
      delegate: 'newtask usesubagents teamcreate teamspawnteammate teamruntask',
      communicate: 'attemptcompletion askfollowupquestion planmoderespond teambroadcast teamsendmessage',
      think: 'condense teamtask teammissionlog',
      execute: 'teamdelete',
    },
  },
})
