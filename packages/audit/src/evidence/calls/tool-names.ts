/** What the tools of known agents do, by name; of others the verb in the name decides. Tables only. */

import type { Effect } from '@todo-ledger/core'
import { wordSet } from '../shell/arguments.js'
import { nameParts } from '../shell/script-names.js'

/** How a tool's calls are to be described. */
export type ToolKind =
  | Effect
  | 'shell'
  | 'patch'
  | 'browser'
  | 'database'
  | 'probe'
  | 'editor'
  | 'stdin'
  | 'code'
  | 'server'

/** Names as letters and digits alone, in lower case: `read_file`, `ReadFile` and `readFile` are one. */
const known: ReadonlyMap<string, ToolKind> = readNames({
  shell: `bash shell sh zsh powershell pwsh cmd terminal runshellcommand execcommand executecommand runcommand run execute exec
    runterminalcmd runterminalcommand runinterminal localshell localshellcall containerexec unifiedexec runbash bashtool
    executebash shellcommand commandline runshell exectool bashcodeexecution executeshellcommand
    executeterminalcommand sshexec executecommandline runinsandbox sandboxexec runcommands`,
  read: `browserclose browserresize read readfile readmanyfiles readfiles view viewfile viewimage readimage openfile open cat grep glob ls list listdirectory
    listdir listfiles listfile search searchfilecontent searchfiles searchcode codebasesearch filesearch grepsearch
    findfiles globfiles codesearch symbolsearch webfetch fetch fetchurl urlfetch webfetchtool websearch googlewebsearch
    webrun lsp toolsearch bashoutput taskoutput agentoutputtool agentoutput monitor notebookread readnotebook todoread
    tasklist taskget listmcpresources readmcpresource listmcpresourcestool readmcpresourcetool listmcpresourcetemplates
    getdiagnostics diagnostics readlints getterminaloutput joboutput listcodedefinitionnames fetchinstructions accessmcpresource searchdir searchfile findfile
    scrolldown scrollup goto findbyname findpath readurlcontent geterrors getchangedfiles fetchwebpage readwebpage searchweb
    fetchrules sourcegraph download wikipedia arxiv tavilysearch commandstatus testfailure checkdeploystatus sqldbschema
    sqldblisttables sqldbquerychecker readmemory directorytree readprocessoutput openfiles filemap finder getinternaldocs skill slashcommand
    activateskill readterminal readconsole gethelp useskill crolist cronlist waitagent wait listdirtool readfiletool teamstatus
    teamlistruns teamawaitruns teamreadmailbox teamlistoutcomes`,
  write: `edit multiedit write notebookedit writefile editfile createfile replace replacefilecontent strreplace insert update
    deletefile deletepath removefile movefile renamefile searchreplace insertcontent writetofile replaceinfile
    createdirectory mkdir editnotebook fileedit filewrite createtextfile replacelines replaceregex insertatline
    multireplacefilecontent editfiles applyedit savefile newfile writefiletool editfiletool create delete remove searchandreplace
    replacestringinfile multireplacestringinfile inserteditintofile editnotebookfile copypath movepath strreplacefile
    undoedit jsonedittool replacesymbolbody insertaftersymbol insertbeforesymbol pushfiles createnewfile`,
  patch: 'applypatch patch applydiff applypatchtool',
  editor:
    'strreplaceeditor strreplacebasededittool texteditor texteditor20250124 edittool fileeditor texteditorcodeexecution developertexteditor editor',
  execute:
    'killshell killbash killtask taskstop stoptask enterworktree exitworktree closeagent computer teamdelete jobkill runtask browserinstall killprocess createandruntask',
  stdin: 'writestdin sendtoterminal interactwithprocess',
  browser: 'browseraction browser browserpreview opensimplebrowser screenshot takescreenshot',
  probe: 'requestsget requestspost requestsput requestsdelete requestspatch httprequest makehttprequest',
  database: 'sqldbquery executesql runsql executequery runquery',
  code: `python pythonrepl pythonreplast pythoninterpreter codeinterpreter codeexecution executeipythoncell executepython runpython
    runcode executecode jsrepl runnotebookcell executecell ipython executejavascript`,
  server: 'usemcptool callmcptool',
  delegate: `task agent dispatchagent spawnagent delegate subagent runsubagent newtask delegatetask handoff workflow teamcreate
    callagent usesubagents invokeagent sendinput resumeagent codebaseinvestigator delegatetoagent oracle librarian
    teamspawnteammate teamruntask`,
  communicate: `askuserquestion exitplanmode sendmessage sendusermessage askuser requestuserinput respond reply notify
    pushnotification attemptcompletion askfollowupquestion finalanswer finish structuredoutput exitplanmodev2 question
    planexit changetitle markchapter remotetrigger submit taskdone completetask planmoderespond sendemail
    teambroadcast teamsendmessage`,
  think: `think sequentialthinking enterplanmode plan planenter updateplan todowrite writetodos todo taskcreate taskupdate
    savememory memory rememberfact reflect schedulewakeup croncreate crondelete updatememory switchmode markdownchecklist beads updatetodolist managetodolist settodolist tasktracker thinktool
    writememory condense thinking creatememory teamtask teammissionlog`,
})

function readNames(names: { readonly [kind in ToolKind]?: string }): ReadonlyMap<string, ToolKind> {
  const kinds: readonly ToolKind[] = [
    ...(['shell', 'read', 'write', 'patch', 'editor', 'execute', 'stdin'] as const),
    ...(['browser', 'probe', 'database', 'code', 'server'] as const),
    ...(['delegate', 'communicate', 'think'] as const),
  ]
  const found = new Map<string, ToolKind>()
  for (const kind of kinds) for (const name of wordSet(names[kind] ?? '')) found.set(name, kind)
  return found
}

/** Verbs, and a few nouns, in the names of tools that no table knows. */
const verbs: ReadonlyMap<string, ToolKind> = readNames({
  read: `get list search read find fetch show view lookup describe inspect resolve download browse retrieve count status
    diagnostics scan analyze explain preview grep glob check docs documentation diff overview symbols context logs tree query schema`,
  write: `create update delete write edit add remove set insert replace rename move upsert append put save upload modify
    patch make copy transition push`,
  execute: `run execute exec start stop restart deploy build test tests lint install invoke call trigger launch kill apply
    migrate publish merge commit validate compile debug`,
  communicate: 'send post reply comment notify ask message respond',
  delegate: 'delegate spawn dispatch subagent handoff transfer',
  think: 'think thoughts reflect remember plan thinking',
  shell: 'bash shell terminal',
  code: 'python ipython repl',
})
const saidNouns = wordSet('comment message reply review email notification')
const browserNames = /browser|playwright|puppeteer|chrome|devtools|selenium|webdriver/
const browserLooks = wordSet(`
  navigate screenshot snapshot click type evaluate console network wait press hover fill select drag goto tab tabs visit scroll
  read find page pages form run key new javascript performance lighthouse request requests dialog upload file verify`)
const databaseNames = /sql|postgres|mysql|sqlite|mongo|redis|database|supabase|bigquery|snowflake|clickhouse/
const databaseVerbs = wordSet('query execute sql aggregate explain migration migrate')

/** How the calls of this tool are to be described; `unknown` where neither the table nor its name's verb says. */
export function kindOfTool(name: string): ToolKind {
  const short = name.slice(0, 300)
  const bare = short.toLowerCase().replace(/[^a-z0-9]/g, '')
  const exact = known.get(bare)
  if (exact !== undefined) return exact
  const server = short.lastIndexOf('__')
  const last = short.slice(
    Math.max(server < 0 ? 0 : server + 2, short.lastIndexOf('.') + 1, short.lastIndexOf('/') + 1),
  )
  const parts = nameParts(last)
  const lower = short.toLowerCase()
  if (browserNames.test(lower) && parts.some((part) => browserLooks.has(part))) return 'browser'
  if (databaseNames.test(lower) && parts.some((part) => databaseVerbs.has(part))) return 'database'
  if (lower.includes('__')) {
    const inner = known.get(last.toLowerCase().replace(/[^a-z0-9]/g, ''))
    if (inner !== undefined) return inner
  }
  for (const part of parts) {
    const kind = verbs.get(part)
    if (kind === 'write' && parts.some((one) => saidNouns.has(one))) return 'communicate'
    if (kind !== undefined) return kind
  }
  return parts.includes('query') ? 'read' : 'unknown'
}
