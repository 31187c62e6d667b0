/** What a text for people looks like: how long, how structured, and what it says of the work. */

import { wordsOf } from '../items/words.js'
import { type Claim, claimsIn } from './claims.js'

/** What is kept of a text; the text itself is not. */
export interface TextFeatures {
  /** Characters, code included; those of Chinese, Japanese and Korean count twice. */
  readonly length: number
  /** Lines that are headings, list entries, table rows or the start of a code block. */
  readonly structure: number
  /** The words of its headings and of the starts of its list entries: what a section of it is about. */
  readonly sections: ReadonlySet<string>
  /** True where it hands a check to the reader: "please start the server and test it". */
  readonly handsOff: boolean
  /** True where it says openly that something failed or could not be done. */
  readonly admitsFailure: boolean
  /** True where it says that a thing was there already, so that nothing had to be done. */
  readonly saysAlreadyDone: boolean
  /** True where it claims that all of the work is done. */
  readonly claimsAllDone: boolean
  /** What it claims to have been run with success, one claim of each kind at most. */
  readonly claims: readonly Claim[]
  /** True where the text was cut by the host that recorded it or is a mere placeholder. */
  readonly empty: boolean
}

/** Texts are read up to here; what a long report says is said by then. */
const readLength = 40_000

/** A character of these scripts says as much as two of others. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** Lines read for sections and structure. */
const readLines = 600

const structured = /^\s{0,6}(?:#{1,6}\s|[-*•+]\s+\S|\d{1,2}[.)]\s|\|.*\||```|[✅❌✓✗⚠🔴🟢🟡])/u
const heading =
  /^\s{0,6}(?:#{1,6}\s+|\*\*|[-*•+]\s+|\d{1,2}[.)]\s+|\|\s*|[✅❌✓✗⚠🔴🟢🟡]\uFE0F?\s*)(.{2,80})/u

/** Asks the reader to run, open or test what was to be run, opened or tested. */
const handOff =
  /\b(?:please|you can now|you can|you should|you may|you'll need to|you will need to|try|feel free to|ready (?:to|for)|to (?:test|verify|try) (?:it|this|the))\b[^.\n]{0,80}\b(?:test(?:ing)?|verify|check|try|run(?:ning)?|start|restart|open|visit|refresh|reload|confirm|see)\b|(?:可以|请|您可以|你可以|现在可以)[^。\n]{0,30}(?:测试|验证|运行|启动|查看|刷新|访问|尝试|检查)|\b(?:bitte|du kannst|sie können)\b[^.\n]{0,60}\b(?:test\w*|prüf\w*|start\w*|öffn\w*)\b|\b(?:vous pouvez|veuillez)\b[^.\n]{0,60}\b(?:test\w*|vérifi\w*|lanc\w*)\b|\b(?:puedes|por favor|puede)\b[^.\n]{0,60}\b(?:prob\w*|verific\w*|ejecut\w*|inici\w*)\b|(?:テスト|確認|起動|実行)してください/iu

const failure =
  /\b(?:fail(?:s|ed|ing|ures?)?|not (?:pass|run|work|available|configured)\w*|could(?:n't| not)|can(?:'t|not)|unable to|require[sd]? (?:a )?(?:running|database|credentials)|still (?:red|broken|errors?)|pre-?existing|unrelated|errors? (?:remain|are)|broken|skipp?ed|blocked|complain(?:s|ts?|ed)?|(?:was|were|is|are) there before|before (?:this|my) change)\b|失败|无法|未通过|报错|错误|fehlgeschlagen|échou|falló|失敗/iu

const alreadyDone =
  /\balready\b[^.\n]{0,60}\b(?:exists?|implemented|done|there|present|in place|handled|supports?|fixed|has|have|contains?|includes?|correct|complete|configured|installed|shows?|does|do|uses?|returns?|handles?|works?|covered|covers?|defined|applied|set)\b|\b(?:exists?|implemented|done|present|there|in place|handled|fixed|completed|set|configured|correct|supported|enabled|fine|works?|covered)\b[^.\n]{0,20}\balready\b|\balready (?:a|an|in the) (?:(?:dev|direct|runtime) )?(?:dependenc(?:y|ies)|package\.json|lock-?file)\b|\bnothing (?:left )?to (?:install|change|add|do|fix)\b|\bno (?:changes?|action|work|fix(?:es)?|updates?) (?:is |are |was |were )?(?:needed|required|necessary)\b|已经(?:存在|实现|完成|包含|有|配置|支持)|无需(?:修改|更改|改动)|bereits (?:vorhanden|implementiert)|déjà (?:présent|implémenté|en place)|ya (?:existe|está|implementad)|既に/iu

const allDone =
  /(?<!\b(?:not|once|when|until|after|before|if|nearly|almost|are|is)\s)\b(?:all|every)\b(?:\s+[\w'-]+){0,3}\s+(?:tasks?|todos?|to-dos?|items?|steps?|work|phases?|requirements?|stories)\b[^.?\n]{0,40}\b(?:done|completed?|finished|implemented)\b|(?<!\b(?:not|once|when|until|after|before|if|nearly|almost)\s)\beverything\s+(?:is|was|has been)\s+(?:now\s+)?(?:done|completed?|finished|implemented)\b|(?:所有|全部)[^。？未\n]{0,12}(?:完成|实现)|\balles (?:ist )?(?:erledigt|fertig)|\btout est (?:terminé|fait)|\btodo está (?:listo|hecho)|すべて[^。\n]{0,10}(?:完了|終わりました)/iu

/** Reads off a text what the audit keeps of it. Linear in its first 40,000 characters. */
export function textFeaturesOf(text: string): TextFeatures {
  const read = text.slice(0, readLength)
  let structure = 0
  const titles: string[] = []
  for (const line of read.split('\n', readLines)) {
    if (!structured.test(line) && !line.startsWith('**')) continue
    structure += 1
    const title = heading.exec(line.slice(0, 120))?.[1]
    if (title !== undefined && titles.length < 200) titles.push(title)
  }
  return {
    length: text.length + (read.match(dense)?.length ?? 0),
    structure,
    sections: wordsOf(titles.join(' '), 8000),
    handsOff: handOff.test(read),
    admitsFailure: failure.test(read),
    saysAlreadyDone: alreadyDone.test(read),
    claimsAllDone: allDone.test(read),
    claims: claimsIn(read),
    empty: isPlaceholder(read),
  }
}

/** What hosts write where a model said nothing. */
function isPlaceholder(text: string): boolean {
  return /^\s*(?:\(no content\)|no response requested\.?|request timed out\.?|api error\b.*|\[request interrupted.*)?\s*$/iu.test(
    text.slice(0, 200),
  )
}
