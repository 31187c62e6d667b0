/** What an item's text promises: its class, and for each of its parts what would meet it. */

import type { CheckKind } from '../calls/call-description.js'
import { type Clause, clausesOf, headOf } from './item-parts.js'
import { checksNamedIn } from './named-checks.js'
import { filesNamedIn } from './named-files.js'
import { type Act, actOfNoun } from './verbs.js'

/** What kind of work an item is, decided by its verbs; `unknown` where none is known: then verdicts are milder. */
export type ItemClass = 'change' | 'verify' | 'execute' | 'research' | 'think' | 'communicate' | 'unknown'

/**
 * What meets a part of an item. `write`: something written. `check`: something run that could have failed.
 * `inspection`: something run, or read and judged. `execute`: a command. `reading`: reads and searches. `prose`: a
 * text for people. `delegation`: a sub-agent's work. `anything`: any work. `nothing`: it follows from another part.
 */
export type NeedKind =
  | 'write'
  | 'check'
  | 'inspection'
  | 'execute'
  | 'reading'
  | 'prose'
  | 'delegation'
  | 'anything'
  | 'nothing'

/** What one part of an item needs. */
export interface Need {
  /** What meets it. */
  readonly kind: NeedKind
  /** What the part says it will do, or null. */
  readonly act: Act | null
  /** The part's text. */
  readonly text: string
  /** For a check: the kinds that are named; empty where any check will do. */
  readonly checks: readonly CheckKind[]
  /** True where a page, a service, a command or a behaviour is named, which no type check and no linter can see. */
  readonly functional: boolean
  /** True where the part only asks for a run, so that a run which finds failures meets it too. */
  readonly runOnly: boolean
}

/** What an item promises. */
export interface ItemPromise {
  /** The class of the item as a whole: that of its first part. */
  readonly itemClass: ItemClass
  /** The needs of its parts; at least one. */
  readonly needs: readonly Need[]
}

/** What a running thing is called, and what it is seen to do. */
const functionalWords =
  /\b(?:works?|working|runs?|running|functional(?:ity|ities)?|behaviou?rs?|pages?|ui|ux|visual(?:ly)?|screens?|browsers?|end[- ]to[- ]end|e2e|endpoints?|apis?|services?|servers?|deploy(?:ment|s|ed)?|commands?|cli|stream(?:s|ing)?|render(?:s|ing|ed)?|displays?|logins?|flows?|environment|containers?|responses?|performance|runtime|live|production|staging|websites?|sites?|connection|connectivity|successfully|starts?|launch(?:es)?|responsive|interactions?|navigation|clicks?|loads?|loading|queries|migrations?|sync|returns?|status|health(?:y)?)\b|\b(?:20[0-6]|30[1278]|4[0-2]\d|50[0-4])\b|功能|页面|界面|接口|服务|部署|运行|效果|交互|登录|流程|浏览器|画面|動作|Seite|Oberfläche|Dienst|läuft|funktioniert|fonctionne|funciona|página/iu

/** What can only be read off the code: no run shows it. */
const codeProperties =
  /\b(?:secur(?:e|ity)|vulnerabilit(?:y|ies)|injections?|xss|csrf|leak(?:s|age)?|exposure|disclosure|sensitive|secrets?|permissions?|authori[sz]ation|validation|saniti[sz](?:ation|ed)|error[- ]handling|logging|audit(?:s|ing)?|rate[- ]limit(?:s|ing)?|memory leaks?|race conditions?|attacks?|protection|typing|any|naming|conventions?|complian(?:t|ce)|criteria|completeness|documentation|polic(?:y|ies)|accessibility|fail-?closed|quality|best practices|code)\b|安全|漏洞|权限|规范|代码/iu

/** What is as well read off the code as off a run: a limit, an absence, a structure. */
const properties =
  /\b(?:validates?|limits?|cleanup|types?|styles?|consisten(?:t|cy)|coverage|requirements?|docs|imports?|exports?|dependenc(?:y|ies)|configurations?|config|structure|schemas?|usages?|references?|existing|exists?|whether|if|no|under|fewer|less|lines|headers?|prevention|patterns?|practices?|format|integrity|correctness|definitions?|compatib(?:le|ility)|expectations?|assumptions?)\b|类型|实现|是否|一致/iu

/** Words behind "build" that make it a run of the build, not the making of a thing. */
const builtThings =
  /^(?:(?:the|and|all|full|production|final|release|docker)\s+)*(?:$|(?:project|app|application|frontend|front-end|backend|code|packages?|images?|binary|binaries|release|solution|workspace|everything|again|it|cli|client|server|all|test|bundle|site|succe\w*|pass\w*|to verify|without errors)\b)/iu

/** Things that are written for people to read. */
const proseThings =
  /\b(?:reports?|summar(?:y|ies)|diagrams?|analys[ie]s|overview|plans?|proposals?|recommendations?|suggestions?|findings|notes?|guides?|docs?|documents?|documentation|assessments?|reviews?|checklists?|explanation|write-?up|conclusions?|roadmap|options|spec(?:ification)?s?|design|berichte?|rapport|informe|resumen)\s*$|\blists? of\b|报告|总结|方案|图|建议|摘要|文档|清单|計画|レポート/iu

const gitThings =
  /\b(?:branch(?:es)?|commits?|pr|pull requests?|tags?|issues?|releases?|worktrees?|repo(?:sitory)?)\b|分支|提交/iu

/** Said of a run whose point is that it comes out well. */
const purpose =
  /\b(?:to|and|that|if|until|ensur\w+|make sure)\s+(?:verify|ensure|confirm|validate|check|make sure|no)\b|\b(?:pass(?:es|ing)?|succe\w+|green|clean|works?|fixes|no (?:\w+ )?errors?)\b|通过|成功|确保|验证/iu

/** What an item's text promises. Linear in the text, of which the first line's length is read. */
export function promiseOf(text: string): ItemPromise {
  const clauses = clausesOf(text)
  const needs = clauses.map((clause, index) => needOf(clause, index, clauses.length))
  const first = clauses[0]
  const need = needs.find((one) => one.kind !== 'nothing') ?? needs[0]
  if (first === undefined || need === undefined)
    return { itemClass: 'unknown', needs: [needOfAnything(text)] }
  const demanding = needs.filter((one) => one.kind !== 'nothing')
  return {
    itemClass: classOf(need),
    needs: demanding.length === 0 ? [{ ...need, kind: 'anything' }] : demanding,
  }
}

function needOfAnything(text: string): Need {
  return { kind: 'anything', act: null, text, checks: [], functional: false, runOnly: false }
}

/** The class that a need belongs to. */
function classOf(need: Need): ItemClass {
  switch (need.kind) {
    case 'write':
      return 'change'
    case 'check':
      return 'verify'
    case 'inspection':
      return need.act === 'review' ? 'research' : 'verify'
    case 'execute':
    case 'delegation':
      return 'execute'
    case 'reading':
      return 'research'
    case 'prose':
      return need.act === 'think' ? 'think' : 'communicate'
    case 'anything':
    case 'nothing':
      return 'unknown'
  }
}

function needOf(clause: Clause, index: number, count: number): Need {
  const { act, object, text } = clause
  const named = checksNamedIn(object)
  const base: Need = { kind: 'anything', act, text, checks: [], functional: false, runOnly: false }
  const isSecond = index > 0
  switch (act) {
    case null:
      return base
    case 'mark':
      return isSecond || count > 1 ? { ...base, kind: 'nothing' } : base
    case 'test':
      return {
        ...base,
        kind: 'check',
        checks: named.includes('test') ? ['test'] : named,
        functional: named.length === 0,
      }
    case 'lint':
    case 'typecheck':
    case 'format':
      return { ...base, kind: 'check', checks: [act, ...named.filter((kind) => kind !== act)] }
    case 'build':
      return proseThings.test(headOf(object))
        ? { ...base, kind: 'prose' }
        : { ...base, kind: 'check', checks: ['build'] }
    case 'run':
      if (/\bagents?\b/i.test(object)) return { ...base, kind: 'delegation' }
      if (named.length === 0 && /\b(?:audit|review|analysis|inspection|assessment)\b/i.test(object)) {
        return { ...base, kind: 'inspection', act: 'review' }
      }
      if (named.length > 0) return { ...base, kind: 'check', checks: named, runOnly: !purpose.test(object) }
      return { ...base, kind: isCheckNoun(object) ? 'check' : 'execute', runOnly: true }
    case 'verify':
      return verification(base, object, named, isSecond)
    case 'review':
      return isSecond && object === '' ? { ...base, kind: 'nothing' } : { ...base, kind: 'inspection' }
    case 'start':
      return { ...base, kind: /\b(?:sub-?)?agents?\b/i.test(object) ? 'delegation' : 'execute' }
    case 'deploy':
    case 'install':
    case 'commit':
      return { ...base, kind: 'execute' }
    case 'create':
      return creation(base, clause)
    case 'change':
      // "Run the type check and fix any errors" asks for nothing where there were none.
      if (
        isSecond &&
        /^(?:any|all|the|remaining|found|its)?\s*(?:\w+\s)?(?:errors?|issues?|problems?|failures?|bugs?|warnings?|it|them)?\b/iu.exec(
          object,
        )?.[0] === object
      )
        return { ...base, kind: 'nothing' }
      return { ...base, kind: 'write' }
    case 'document':
      return { ...base, kind: 'prose' }
    case 'generate':
      return { ...base, kind: proseThings.test(headOf(object)) ? 'prose' : 'anything' }
    case 'research':
      return { ...base, kind: 'reading' }
    case 'think':
    case 'communicate':
      return { ...base, kind: 'prose' }
    case 'delegate':
      return { ...base, kind: 'delegation' }
  }
}

/** "the accessibility check with npm run a11y" is a check, if of a kind of its own. */
function isCheckNoun(object: string): boolean {
  const act = actOfNoun(
    headOf(object)
      .match(/[\p{L}-]+/gu)
      ?.at(-1) ?? '',
  )
  return act === 'verify' || act === 'test'
}

function creation(base: Need, clause: Clause): Need {
  const { object, verb } = clause
  if (verb === 'build' && builtThings.test(object)) {
    return { ...base, kind: 'check', checks: ['build'], act: 'build' }
  }
  if (/^(?:create|make|erstell|cré|crea)/u.test(verb) && gitThings.test(headOf(object))) {
    return { ...base, kind: 'execute', act: 'commit' }
  }
  // A file by name is a file, whatever stands in it.
  const forPeople =
    filesNamedIn(object).length === 0 &&
    /^(?:creat|writ|author|schreib|erstell|écri|cré|escrib|crea|$)/u.test(verb) &&
    proseThings.test(headOf(object))
  return { ...base, kind: forPeople ? 'prose' : 'write' }
}

function verification(base: Need, object: string, named: readonly CheckKind[], isSecond: boolean): Need {
  if (named.length > 0) return { ...base, kind: 'check', checks: named }
  const bare =
    /^(?:(?:the|all|it|that|everything|if|result|results|completion|complete|done|story)\b\s*)*$/iu.test(
      object,
    )
  if (bare && isSecond) return { ...base, kind: 'nothing' }
  const functional = functionalWords.test(object)
  if (codeProperties.test(object) || (!functional && properties.test(object)))
    return { ...base, kind: 'inspection' }
  return { ...base, kind: 'check', functional }
}
