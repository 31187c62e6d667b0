import type { ToolTable } from '@todo-ledger/audit'

export const tools: ToolTable = {
  names: {
    read: `bashoutput taskoutput agentoutputtool agentoutput tasklist taskget listmcpresourcestool
      readmcpresourcetool toolsearch cronlist slashcommand`,
    execute: 'killshell killbash taskstop enterworktree exitworktree',
    communicate: `askuserquestion exitplanmode exitplanmodev2 sendusermessage structuredoutput remotetrigger
      pushnotification markchapter`,
    think: 'taskcreate taskupdate enterplanmode schedulewakeup croncreate crondelete',
    write: 'multiedit notebookedit',
  },
  programs: 'claude',
}
