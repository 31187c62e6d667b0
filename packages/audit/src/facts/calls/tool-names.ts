/** What tools do, by name; of those that no table knows the verb in the name decides. */

import { nameParts } from '../shell/script-names.js'
import { wordSet } from '../shell/words.js'

/** How a tool's calls are to be described. */
const toolKinds = [
  ...(['shell', 'read', 'write', 'patch', 'editor', 'execute', 'stdin'] as const),
  ...(['browser', 'probe', 'database', 'code', 'diagnostics'] as const),
  ...(['delegate', 'communicate', 'think', 'unknown'] as const),
]
export type ToolKind = (typeof toolKinds)[number]

/** Names of tools by how their calls are to be described, as letters and digits alone in lower case, with spaces between. */
export type ToolNames = { readonly [kind in ToolKind]?: string }

/** Names as letters and digits alone, in lower case: `read_file`, `ReadFile` and `readFile` are one. */
const known: ReadonlyMap<string, ToolKind> = readNames({
  shell: `bash shell sh zsh powershell pwsh cmd terminal runcommand run execute exec runterminalcmd
    runterminalcommand runinterminal runbash bashtool commandline runshell exectool bashcodeexecution
    executeshellcommand executeterminalcommand sshexec executecommandline runinsandbox sandboxexec`,
  read: `browserclose browserresize read readfile readfiles view viewfile readimage openfile open cat grep
    glob ls list listdirectory listdir listfiles listfile search searchfiles searchcode codebasesearch
    filesearch grepsearch findfiles globfiles codesearch symbolsearch webfetch fetch fetchurl urlfetch
    webfetchtool websearch webrun lsp monitor notebookread readnotebook getterminaloutput joboutput findbyname findpath readurlcontent getchangedfiles
    fetchwebpage readwebpage searchweb fetchrules sourcegraph download wikipedia arxiv tavilysearch
    commandstatus testfailure checkdeploystatus readmemory directorytree readprocessoutput openfiles
    filemap finder skill readterminal readconsole gethelp crolist wait`,
  write: `edit write writefile editfile createfile replace replacefilecontent strreplace insert update
    deletefile deletepath removefile movefile renamefile searchreplace createdirectory mkdir
    editnotebook fileedit filewrite createtextfile replacelines replaceregex insertatline
    multireplacefilecontent editfiles applyedit savefile newfile editfiletool create delete remove
    replacestringinfile multireplacestringinfile inserteditintofile editnotebookfile copypath movepath
    strreplacefile undoedit jsonedittool replacesymbolbody insertaftersymbol insertbeforesymbol
    pushfiles createnewfile`,
  patch: 'applypatch patch applypatchtool',
  editor:
    'strreplaceeditor strreplacebasededittool texteditor texteditor20250124 edittool fileeditor texteditorcodeexecution developertexteditor editor',
  execute: 'killtask stoptask computer jobkill runtask browserinstall killprocess createandruntask',
  stdin: 'sendtoterminal interactwithprocess',
  browser: 'browser browserpreview opensimplebrowser screenshot takescreenshot',
  probe: 'requestsget requestspost requestsput requestsdelete requestspatch httprequest makehttprequest',
  database: 'executesql runsql executequery runquery',
  code: `python pythonrepl pythonreplast pythoninterpreter codeinterpreter codeexecution executepython
    runpython runcode executecode jsrepl runnotebookcell executecell ipython executejavascript`,
  diagnostics: 'getdiagnostics diagnostics readlints geterrors getproblems',
  delegate: `task agent dispatchagent delegate subagent runsubagent delegatetask handoff workflow callagent
    invokeagent oracle librarian`,
  communicate: `sendmessage askuser respond reply notify finalanswer finish question changetitle taskdone
    completetask sendemail`,
  think: `think sequentialthinking plan todowrite todo memory rememberfact reflect updatememory
    markdownchecklist beads managetodolist settodolist thinktool writememory thinking creatememory`,
})

function readNames(names: ToolNames): ReadonlyMap<string, ToolKind> {
  return new Map(
    toolKinds.flatMap((kind) => [...wordSet(names[kind] ?? '')].map((name) => [name, kind] as const)),
  )
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

/** A program that was given to a tool as its input. */
export interface GivenProgram {
  /** The shell lines in it, one a line; empty where there are none. */
  readonly lines: string
  /** True where it does nothing but update the plan: no work of its own. */
  readonly onlyUpdatesPlan: boolean
}

/** What is known of one agent's tools, handed to the audit. */
export interface ToolTable {
  /** The names that its tools alone have. */
  readonly names?: ToolNames
  /** The programs by which it is run from a shell, with spaces between. */
  readonly programs?: string
  /** Reads a text that a tool was given where it is a program that calls tools; null where it is none. */
  readonly readProgram?: (text: string) => GivenProgram | null
}

/** What is known of tools: the general names, and the tables of agents. */
export class KnownTools {
  readonly #kinds: ReadonlyMap<string, ToolKind>
  readonly #programs: ReadonlySet<string>
  readonly #readers: readonly NonNullable<ToolTable['readProgram']>[]

  /** @param tables what is known of agents' tools; a name in several of them is of the first */
  constructor(tables: readonly ToolTable[] = []) {
    const named = tables.flatMap(({ names }) => (names === undefined ? [] : [...readNames(names)]))
    this.#kinds = new Map([...named.toReversed(), ...known])
    this.#programs = new Set(tables.flatMap(({ programs }) => [...wordSet(programs ?? '')]))
    this.#readers = tables.flatMap(({ readProgram }) => readProgram ?? [])
  }

  /** True for a program that runs an agent. */
  runsAgent(program: string): boolean {
    return this.#programs.has(program)
  }

  /** The program that a tool was given; null where the text is none. */
  programIn(text: string): GivenProgram | null {
    for (const read of this.#readers) {
      const found = read(text)
      if (found !== null) return found
    }
    return null
  }

  /** How the calls of a tool are to be described; `unknown` where neither a table nor its name's verb says. */
  kindOf(name: string): ToolKind {
    // A command that the host ran of its own; the rest of the name says when.
    if (name.startsWith('hook:')) return 'shell'
    const short = name.slice(0, 300)
    const bare = short.toLowerCase().replace(/[^a-z0-9]/g, '')
    const exact = this.#kinds.get(bare)
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
      const inner = this.#kinds.get(last.toLowerCase().replace(/[^a-z0-9]/g, ''))
      if (inner !== undefined) return inner
    }
    if (parts.includes('diagnostics')) return 'diagnostics'
    for (const part of parts) {
      const kind = verbs.get(part)
      if (kind === 'write' && parts.some((one) => saidNouns.has(one))) return 'communicate'
      if (kind !== undefined) return kind
    }
    return parts.includes('query') ? 'read' : 'unknown'
  }
}

/** The general names alone. */
export const noTools: KnownTools = new KnownTools()
