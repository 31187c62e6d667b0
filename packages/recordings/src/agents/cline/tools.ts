/** What Cline's tools do. */

import type { ToolTable } from '@todo-ledger/audit'

/** What Cline's tools do. */
export const tools: ToolTable = {
  names: {
    shell: 'executecommand runcommands',
    read: `listcodedefinitionnames accessmcpresource useskill teamstatus teamlistruns teamawaitruns
      teamreadmailbox teamlistoutcomes`,
    write: 'writetofile replaceinfile',
    browser: 'browseraction',
    server: 'usemcptool',
    delegate: 'newtask usesubagents teamcreate teamspawnteammate teamruntask',
    communicate: 'attemptcompletion askfollowupquestion planmoderespond teambroadcast teamsendmessage',
    think: 'condense teamtask teammissionlog',
    execute: 'teamdelete',
  },
}
