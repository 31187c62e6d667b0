/** What a text claims to have been run: "all tests pass", "the build succeeds", "deployed". */

/** What a claim is about. */
export type ClaimKind = 'test' | 'build' | 'typecheck' | 'lint' | 'deploy'

/** One claim that something was run, and came out well. */
export interface Claim {
  /** What it is about. */
  readonly kind: ClaimKind
  /** True where it speaks of all: "all tests pass", "12 of 12". */
  readonly whole: boolean
  /** True where it says that the model itself ran it: "I ran the tests". */
  readonly own: boolean
  /** The sentence, on one line, cut. */
  readonly text: string
}

/** Characters of a sentence that are read; of a longer one the rest is no claim but a text. */
const readLength = 400

/** Sentences of a text that are read. */
const readSentences = 800

/** Characters of a claim that are kept. */
const keptLength = 120

/** Between a thing and what is said of it: "tests unit now all pass". The sentence is mere words by then. */
const said =
  '(?:\\s(?:are|is|were|was|have|has|been|now|all|still|also|again|and|run|runs|ran|completed?|finish(?:es|ed)|suites?|cases?|checks?|stage|step|results?|status|output|verified|confirmed|both|each|with|locally|unit|integration|e2e|[\\d/%]+)){0,8}'

/** That it came out well. Behind "pass" some words make it hand something on: "tests pass the token to …". */
const well =
  '\\s(?:pass(?:es|ed|ing)?(?!\\s(?:the|an?|it|them|its|their|to|through|data|values?|via|by|around|down|along|back|as|on|over|props?|arguments?)\\b)|green|succeed(?:s|ed)?|successful(?:ly)?|ok|clean(?:ly)?)\\b'

const patterns: readonly (readonly [ClaimKind, RegExp])[] = [
  [
    'test',
    new RegExp(
      [
        `\\b(?:tests?|specs?|pytest|vitest|jest|rspec|phpunit)${said}${well}`,
        '\\b\\d+(?:/\\d+)?\\stests?\\spass(?:ed|ing)\\b',
        "\\bI(?:'ve| have)?\\s(?:just |also |now )?(?:re-?)?(?:ran|run|executed)\\s(?:[\\w-]+\\s){0,3}(?:tests?|specs?)\\b",
        '测试(?:用例)?(?:已经?|均|都|全部|也|现在)*(?:通过(?!率)|成功)|通过了?(?:所有|全部)的?测试',
        '\\btests?\\s(?:laufen|bestehen|sind grün|bestanden)\\b|\\btests?\\s(?:passent|réussi\\w*)|\\bpruebas\\spas(?:an|aron)\\b',
        'テスト(?:は|が|も)?(?:すべて|全て|全部)?(?:通り|通過し|パスし|成功し)',
      ].join('|'),
      'iu',
    ),
  ],
  [
    'build',
    new RegExp(
      [
        `\\b(?:builds?|compilation)${said}${well}`,
        '\\b(?:built|compil(?:es|ed)|builds)\\s(?:successfully|cleanly|fine|clean)\\b',
        '(?:构建|编译)(?:已经?|均|都|全部|也|现在)*(?:通过|成功)|\\bbuild\\s(?:ist\\s)?erfolgreich\\b|ビルド(?:は|が|も)?(?:通り|成功し)',
      ].join('|'),
      'iu',
    ),
  ],
  [
    'typecheck',
    new RegExp(
      `\\b(?:type-?\\s?check(?:s|ing)?|tsc|mypy|pyright|typescript)${said}${well}|类型检查(?:已经?|均|都|全部|也|现在)*(?:通过|成功)`,
      'iu',
    ),
  ],
  ['lint', new RegExp(`\\b(?:lint(?:er|ing)?|eslint|ruff|clippy|golangci-lint)${said}${well}`, 'iu')],
  [
    'deploy',
    /\b(?:successfully|now)\sdeployed\b|\bdeployed\s(?:successfully|and (?:running|live|working))\b|\b(?:has|have)\sbeen\s(?:successfully\s)?deployed\b|\bI(?:'ve| have)?\s(?:just |also |now )?deployed\b|\bdeploy(?:ment)?\s(?:(?:is|was|has|now|been)\s){0,2}(?:successful(?:ly)?|succeeded|completed?)\b|\b(?:is|are)\snow\slive\b|部署(?:已经?|已)?(?:成功|完成)|(?:已|成功)(?:经)?部署(?:到|至|成功|完成)/iu,
  ],
]

/** Good news that sounds like bad: taken out before bad news is looked for. */
const noTrouble =
  /\b(?:no|0|zero|without(?:\s+any)?)\s+(?:[\w-]+\s+){0,2}(?:errors?|failures?|failed|failing|fails?|warnings?|issues?|problems?|regressions?|skipped)\b|\berror-free\b|无(?:任何)?(?:错误|失败)|没有(?:任何)?(?:错误|失败)|0\s*个?(?:错误|失败)/giu

/** What is denied, planned, wished, asked, supposed, of another time, or came out badly is no claim. */
const noClaim =
  /\b(?:not|never|cannot|neither|nor|none|no|fail\w*|broke\w*|errors?|except|but|however|although|though|should|would|will|shall|could|may|might|must|can|need(?:s|ed|ing)?|ensur\w+|make sure|making sure|until|once|when\w*|if|whether|unless|before|so that|to (?:make|get|have|see|be|keep|pass|confirm|verify|check|ensure|validate|run)|verif(?:y|ies|ying)|check(?:ing)? (?:that|if|whether|the|all)|confirm(?:s|ing)? (?:that|the|all|tests?)|let me|let's|let us|i'll|we'll|going to|about to|want\w*|expect\w*|hop(?:e|ing)|assum\w+|plan\w*|next|then|todo|please|try\w*|goals?|targets?|criteri\w+|requir\w+|accept\w+|previous\w*|earlier|baseline|originally|used to|was passing|were passing|on main|upstream|pending|skipp?\w*|remain\w*|still need|only|partial\w*|most|some|according|claim\w*|report(?:s|ed)?|says?|said|states?|documented|looks? like|seems?|appears?|likely|probably|presum\w*|ci|example|e\.g|template|instructions?|workflow|gates?|always|every time|each time|tests? (?:for|that|of|if|whether) (?:success|pass)\w*)\b|n't\b|\?|未|没有|不|失败|错误|如果|需要|应该|确保|将|待|请|是否|计划|之后|等|若|\b(?:nicht|kein\w*|soll\w*|muss|wenn|falls|werden|pas|doit|devrait|si|debe\w*|cuando)\b|なければ|べき|たら/iu

/** What says that the model did it itself. */
const own =
  /\bI(?:'ve| have)?\s(?:just |also |now |then |successfully )?(?:re-?)?(?:ran|run|executed|built|deployed|tested|verified|confirmed)\b|我(?:已经?)?(?:运行|执行|部署|测试|构建)/iu

/** What says that all of it is meant. */
const all =
  /\b(?:all|every|entire|whole|full|100\s?%|everything)\b|所有|全部|均|都|\balle\b|\btous\b|\btodas?\b|すべて|全て/iu

/** The claims of a text, one of each kind at most. Linear in the text, whose caller cuts it. */
export function claimsIn(text: string): readonly Claim[] {
  const claims = new Map<ClaimKind, Claim>()
  let read = 0
  for (const sentence of sentencesOf(text)) {
    read += 1
    if (read > readSentences) break
    if (sentence.length > readLength || noClaim.test(sentence.replace(noTrouble, ' clean '))) continue
    const plain = sentence.replace(/[^\p{L}\p{N}%/'-]+/gu, ' ')
    for (const [kind, pattern] of patterns) {
      if (claims.has(kind) || !pattern.test(plain)) continue
      claims.set(kind, { kind, whole: isWhole(sentence), own: own.test(plain), text: cut(sentence) })
    }
  }
  return [...claims.values()]
}

/** The sentences and lines of a text, without code, quotations, open check boxes and lists of what is asked for. */
function sentencesOf(text: string): readonly string[] {
  const lines: string[] = []
  let isCode = false
  let isAsked = false
  for (const line of text.split('\n')) {
    if (/^\s*(?:```|~~~)/u.test(line)) isCode = !isCode
    if (isCode) continue
    if (/^\s*(?:#|\*\*)|[:：]\**\s*$/u.test(line)) isAsked = asked.test(line.slice(0, 200))
    if (!isAsked && !/^\s*(?:>|[-*]\s*\[ \]|☐|$)/u.test(line)) lines.push(line)
  }
  return lines.flatMap((line) =>
    line
      .slice(0, 4000)
      .replace(/"[^"\n]{1,200}"|“[^”\n]{1,200}”|「[^」\n]{1,200}」|«[^»\n]{1,200}»/gu, ' … ')
      .split(/(?<=[.!?;])\s+|(?<=[。！？；])/u),
  )
}

/** What stands over a list of wishes. */
const asked =
  /\b(?:criteri\w+|acceptance|requirements?|plan|steps|todo|tasks?|goals?|story|expected|before|next)\b|验收|标准|要求|计划|目标|步骤/iu

function isWhole(sentence: string): boolean {
  const share = /\b(\d+)\s*(?:\/|of)\s*(\d+)\b/u.exec(sentence)
  return share === null ? all.test(sentence) : share[1] === share[2]
}

function cut(sentence: string): string {
  const line = sentence.replace(/\s+/gu, ' ').trim()
  return line.length > keptLength ? `${line.slice(0, keptLength - 1)}…` : line
}
