/** English: verbs at a clause's start, and nouns where it has none. */

import {
  type Act,
  defineLanguage,
  type Language,
  mapOf,
  type Phrases,
  phraseReader,
  type Vocabulary,
} from './language.js'

const verbs: Vocabulary = [
  ['test', 'test retest exercise benchmark try qa smoke-test load-test stress-test'],
  [
    'verify',
    'verify validate check confirm ensure assert prove recheck reverify double-check re-verify sanity-check spot-check',
  ],
  ['review', 'review audit inspect proofread'],
  ['build', 'rebuild compile recompile'],
  ['lint', 'lint'],
  ['typecheck', 'typecheck type-check'],
  ['format', 'format reformat fmt prettify'],
  ['run', 'run rerun re-run execute invoke trigger perform reproduce profile measure seed'],
  ['start', 'start restart launch boot serve stop reload kill'],
  ['deploy', 'deploy redeploy publish release ship upload'],
  ['install', 'install reinstall uninstall download fetch pull clone'],
  ['commit', 'commit push merge rebase stage squash tag'],
  [
    'change',
    'add fix update remove refactor change edit modify delete replace rename move extract convert improve enhance ' +
      'optimize optimise clean cleanup simplify integrate wire hook register expose pass handle support enable ' +
      'disable adjust correct resolve patch rewrite restructure reorganize reorganise split deduplicate dedupe wrap ' +
      'set configure setup connect apply extend upgrade bump port translate localize style align include exclude ' +
      'insert append introduce make allow prevent use switch drop strip revert restore rework revise tweak tighten ' +
      'centralize consolidate standardize standardise polish harden secure sanitize escape cache populate address ' +
      'reduce increase limit bind attach inject redesign expand adapt redirect unify deprecate override mock stub ' +
      'initialize initialise persist refuse reject block send render show hide animate memoize regenerate copy ' +
      'archive backport migrate sync downgrade avoid turn put keep break lazy-load inline decouple isolate modularize ' +
      'parameterize rephrase reword shorten retire backfill factor parse pin swap unwrap rotate ' +
      'lower raise checksum encrypt ' +
      'guard normalize normalise debounce throttle paginate enrich preserve reverse store return bring relax loosen tidy fine-tune',
  ],
  ['create', 'create implement write develop scaffold author define prototype build bootstrap'],
  ['document', 'document'],
  ['generate', 'generate produce output provide prepare draft compose deliver'],
  [
    'research',
    'analyze analyse investigate explore read study search find identify examine understand research look locate ' +
      'gather collect scan trace diagnose compare evaluate assess survey learn discover inventory map determine debug ' +
      'count calculate compute familiarize familiarise recall reread re-read skim catalog catalogue',
  ],
  [
    'think',
    'design plan decide choose think brainstorm consider outline propose architect estimate select prioritize decision sketch weigh',
  ],
  [
    'communicate',
    'report summarize summarise present explain communicate inform notify answer reply recommend suggest share tell ' +
      'describe recap synthesize synthesise brief ask discuss clarify',
  ],
  ['delegate', 'delegate spawn dispatch assign orchestrate'],
  ['mark', 'mark close finalize finalise finish complete conclude wrap'],
]

const nouns: Vocabulary = [
  ['test', 'testing test tests qa'],
  ['verify', 'verification validation check checks'],
  ['review', 'review audit inspection'],
  ['typecheck', 'typecheck typechecking'],
  ['build', 'build compilation'],
  ['lint', 'lint linting'],
  ['format', 'formatting'],
  ['run', 'execution'],
  ['deploy', 'deployment release rollout'],
  ['install', 'installation'],
  [
    'change',
    'implementation refactoring integration setup configuration cleanup optimization optimisation migration fix fixes ' +
      'update updates removal addition support improvement improvements enhancement enhancements changes bugfix ' +
      'bugfixes replacement extraction conversion hardening rename',
  ],
  ['create', 'creation'],
  ['document', 'documentation docs'],
  ['research', 'analysis investigation exploration research discovery comparison'],
  ['think', 'design planning architecture decision brainstorming'],
  ['communicate', 'report summary recap'],
]

const verbActs = mapOf(verbs)
const nounActs = mapOf(nouns)

/** What looks like a form of a verb and is none: the staging environment. */
const noVerbs = new Set(['staging'])

/** The act of a verb in any of its common forms ("adds", "Testing", "verified"), or null. */
function verbOf(lower: string): Act | null {
  if (noVerbs.has(lower)) return null
  for (const form of formsOf(lower)) {
    const act = verbActs.get(form)
    if (act !== undefined) return act
  }
  return null
}

/** The dictionary forms that an English verb form may come from. */
function formsOf(word: string): readonly string[] {
  const forms = [word]
  const cut = (ending: string, ...replacements: readonly string[]) => {
    if (!word.endsWith(ending) || word.length < ending.length + 2) return
    const stem = word.slice(0, -ending.length)
    for (const replacement of replacements) forms.push(stem + replacement)
    if (/([bdgklmnprtz])\1$/.test(stem)) forms.push(stem.slice(0, -1))
  }
  cut('ies', 'y')
  cut('ied', 'y')
  cut('es', '', 'e')
  cut('s', '')
  cut('ing', '', 'e')
  cut('ed', '', 'e')
  return forms
}

/** Verbs of more than one word, at a clause's start. The whole match is cut off. */
const phrases: Phrases = [
  ['change', /^set[\s-]up\b/iu],
  ['create', /^cod(?:e|ing) (?=(?:the|up|an?)\b)/iu],
  ['change', /^get(?:ting)? rid of\b|^(?:no longer\s|stop\s+(?=(?!running)\p{L}+ing\b))/iu],
  ['typecheck', /^type[\s-]?check(?:s|ing)?\b|^check(?:ing)? (?:the |all )?types\W*$/iu],
  [
    'verify',
    /^(?:make|making) (?:sure|certain)\b|^see (?=(?:if|whether|that)\b)|^(?:double|sanity|spot|cross)[\s-]check\b/iu,
  ],
  [
    'test',
    /^(?:smoke|load|stress|fuzz|field)[\s-]test\b|^try(?:ing)? out\b|^(?:play|click|walk) through\b/iu,
  ],
  [
    'research',
    /^(?:figure|find|check) out\b|^get (?:an? )?(?:overview|familiar|to know)\b|^list (?=(?:all|the|every|any|out|existing|outdated|unused|open|known|available|missing|remaining|current|deprecated)\b)|^go through\b/iu,
  ],
  // "Break the work down into packages": what comes of it is a plan.
  [
    'think',
    /^break(?:ing)?\s(?=(?:down )?(?:the |this |our |remaining )*(?:\w+ )?(?:work|tasks?|epics?|stor(?:y|ies)|features?|problems?|requirements?|effort|scope|projects?)\b.{0,60}\b(?:down|up|into)\b)|^break(?:ing)? down (?=(?:the |this |our )?(?:\w+ )?(?:work|tasks?|epics?|stor(?:y|ies)|features?|problems?|requirements?|effort|scope|projects?)\b)|^(?:split|divid)(?:e|ing|ting)?\s(?=(?:up )?(?:the |this |our |remaining )*(?:work|epics?|user stor(?:y|ies)|requirements?|effort|scope)\b.{0,40}\binto\b)/iu,
  ],
  // "Merge the findings into one list": of what was found a text is made.
  [
    'communicate',
    /^(?:merg|combin|consolidat|compil|collat|aggregat|group|rank)(?:e|ing|ping)?\s(?=(?:(?:all|the|our|my|both|these|review(?:er)?s?['’]?|audit|research|test|key|sub-?agents?['’]?|agents?['’]?)\s)*(?:(?:findings|conclusions|learnings|takeaways|review comments)\b(?![- ](?:api|endpoint|model|table|store|page|screen|form|view|component|schema|service|module|logic|code|tests?))|(?:results?|reviews|notes|reports|answers|feedback)\b.{0,60}\binto (?:an?|one|the)\s(?:\S+\s){0,2}(?:list|report|summary|overview|document|recommendation|answer)\b))|^compil(?:e|ing)\s(?=(?:all |the |our )*results\b)/iu,
  ],
  ['change', /^log\s(?!in\b|out\b|into\b|onto\b|files?\b|levels?\b|rotation\b|viewer\b)/iu],
  // To skip a test is a change of it, not a check.
  [
    'change',
    /^(?:skip(?:ping)?|ignor(?:e|ing)|quarantin(?:e|ing)|mut(?:e|ing)|silenc(?:e|ing)|suppress(?:ing)?|xfail(?:ing)?|comment(?:ing)? out)\s(?=.{0,60}\b(?:tests?|specs?|suites?|cases?|warnings?|rules?|errors?)\b)/iu,
  ],
  // "Migrate the database" runs a migration; "migrate the database layer" writes one.
  [
    'run',
    /^migrat(?:e|ing)\s(?=(?:the |our |staging |production |prod |test |local |dev )*(?:databases?|db|schema)(?:$|\s(?:to (?:the )?(?:latest|head|newest)|on|in)\b))/iu,
  ],
  ['build', /^(?:bundl(?:e|ing)|packag(?:e|ing))\s(?=(?:the|our) )/iu],
  ['run', /^back(?:ing)?[\s-]?up\b/iu],
  ['communicate', /^writ(?:e|ing) up\b|^hand over\b|^report back\b|^(?:give|provide) feedback\b/iu],
  ['deploy', /^roll(?:ing)? (?:back|out)\b/iu],
  [
    'communicate',
    /^(?:confirm|check|clarify|align|agree)\b(?=.{0,60}\bwith (?:the )?(?:users?|stakeholders?|clients?|customers?|team)\b)/iu,
  ],
  ['commit', /^open (?=(?:a |the )?(?:pull request|pr|merge request|mr|issue)\b)/iu],
]

/** Between a thing and what is said of it: "tests unit now all pass". The sentence is mere words by then. */
const said = String.raw`(?:\s(?:are|is|were|was|have|has|been|now|all|still|also|again|and|run|runs|ran|completed?|finish(?:es|ed)|suites?|cases?|checks?|stage|step|results?|status|output|verified|confirmed|both|each|with|locally|unit|integration|e2e|[\d/%]+)){0,8}`

/** That it came out well. Behind "pass" some words make it hand something on: "tests pass the token to …". */
const well = String.raw`\s(?:pass(?:es|ed|ing)?(?!\s(?:the|an?|it|them|its|their|to|through|data|values?|via|by|around|down|along|back|as|on|over|props?|arguments?)\b)|green|succeed(?:s|ed)?|successful(?:ly)?|ok|clean(?:ly)?)\b`

/** What the audit knows of English. */
export const english: Language = defineLanguage({
  name: 'English',
  verb: (word) => verbOf(word.toLowerCase()),
  noun: (word) => nounActs.get(word.toLowerCase()) ?? null,
  phrase: phraseReader(phrases),
  words: {
    stopWords:
      'the a an and or of to in on at by for from with without into onto as is are was were be been it its this that ' +
      'these those all any each every no not none new old use using used via per if then else when while so than also ' +
      'only just now let me my we our you your i can could should would will may must do does done has have had get ' +
      'got make made sure need needs one two first last next more most other same such up out off over under after ' +
      'before between against about there here home user src usr tmp var true false null undefined const return ' +
      'function import export type string number file path content command description name value todo item',
    alsoThings:
      'store return support parse tag pin break factor draft debounce throttle paginate catalog reverse extraction ' +
      'conversion replacement installation execution recall sketch swap inline discovery comparison creation removal parameterize catalogue improvement turn',
    alsoNouns:
      'test tests build lint format check checks report design plan run start review document fix update release mark ' +
      'use set show map scan copy style cache address port limit wrap hook pass handle support tag break put keep parse pin store reverse return bring log lower raise checksum',
    determiners:
      'the a an all it its them that this these every each with against in on locally manually everything changes any ' +
      'results for if end-to-end again thoroughly what how why which back briefly whether',
    and: 'and',
    andThen: 'then',
    adverbs:
      'final finally then now also first next manually quickly properly fully carefully ' +
      'again please and just thoroughly re to let us we i need will should must begin ' +
      'continue successfully locally perform conduct do carry out pre post initial ' +
      'additional remaining comprehensive proceed with lastly optionally',
    articles: 'the all',
    prepositions: 'of for in on with to from using via at across by against',
    purposes: 'for from with in to based about on as using that',
    listEnds: 'for from with in to based about on as using that so by of when where which',
    of: 'of',
    nounQualifiers:
      'unit integration regression e2e end-to-end acceptance component smoke automated ' +
      'final initial full manual functional system api ui frontend backend security ' +
      'performance load stress quick sanity bug dependency version user health new more ' +
      'additional minor docs readme config browser visual build type lint production ' +
      'post-deployment',
    numbers: 'both|two three four five six seven eight',
  },
  patterns: {
    saysItWorks:
      /^(?:that\s+)?(?:they|it|everything|these|those|all)(?:\s+(?:all|still))?\s+(?:pass(?:es)?|succeeds?|works?|(?:is|are)\s+(?:green|clean|passing))[.!]?$/iu,
    byChanging:
      /\bby\s+(?:adding|removing|changing|fixing|updating|replacing|moving|implementing|introducing|using)\b/iu,
    stateOfThings:
      /^(?:the |our |current |existing |latest |server |app |application |error |build |system )*(?:logs?|disk|(?:current |git )?branch|git|working tree|versions?|memory|crontab|env(?:ironment)? variables?|dependenc(?:y|ies)|licen[cs]es?)\b/iu,
    madeAnew: /\b(?:on top of|from scratch|around|based on|as an?)\b/iu,
    broughtOut:
      /\b(?:packages?|releases?|versions?|npm|pypi|crates?|registr(?:y|ies)|images?|sites?|websites?|pages?|apps?|docs?|documentation|store|artifacts?|modules?|librar(?:y|ies)|extensions?|plugins?|builds?|articles?|posts?|blog|gems?|charts?|to\b|v?\d+\.\d+)/iu,
    withSomebody:
      /\bwith (?:the |our |my )?(?:users?|customers?|clients?|team|stakeholders?|reviewers?|maintainers?|owner|product|legal|designers?|you|them)$/iu,
    givesUp:
      /\b(?:refus(?:es?|ed|ing) to|fail(?:s|ing)? (?:fast|when|if|without|on|with|cleanly|early|loudly)|exit(?:s|ing)? (?:with|non-?zero)|error(?:s|ing)? out|aborts? (?:when|if|without|on|with))\b|\b(?:print|show|give|report|display|raise|return|throw|get|see)s?\b.{0,30}\berrors?(?:$|\s(?:message\s)?(?:for|when|if|on|about|without)\b)/iu,
    stateOfCheck:
      /^(?:get\s+)?(?:the\s+|all\s+|full\s+|unit\s+|integration\s+|e2e\s+|existing\s+|production\s+)*(?:tests?|specs|test suite|suite|build|lint|linter|typecheck|ci|tsc)\s+(?:should\s+|must\s+|to\s+|is\s+|are\s+|still\s+)*(?:pass(?:es|ing)?|green|clean|succeeds?|ok)[.!]?$/iu,
    runningThings:
      /\b(?:servers?|services?|process(?:es)?|containers?|workers?|daemons?|instances?|jobs?|tasks?|apps?|application|pods?|cluster|stack|machines?|watcher|everything|all|it|dev)\b/iu,
    testCheck:
      /\b(?:tests?|specs?|(?<=(?:tests?|unit|integration|regression|full|whole|entire|the|e2e)[- ])suite|pytest|vitest|jest|mocha|phpunit|rspec|ctest|cypress|playwright|e2e|unittests?)\b(?![- ](?:environment|env|data|users?|accounts?|mode|files?|cases?|coverage|plan|fixtures?|page|server|database|db|results?|report|login))/iu,
    lintCheck:
      /\blint(?:er|ing|s)?\b|\b(?:eslint|biome|ruff|clippy|golangci-lint|shellcheck|flake8|pylint)\b/iu,
    typeCheck:
      /\btype-?\s?check(?:s|ing|er)?\b|\b(?:tsc|mypy|pyright|vue-tsc)\b|\b(?:typescript|type)[- ](?:errors?|compilation|compiles?)\b/iu,
    buildCheck: /\b(?:re)?builds?\b(?! (?:step|script|config|system|tool))|\bcompil(?:es?|ation|ing)\b/iu,
    formatCheck: /\b(?:fmt|gofmt|prettier|formatting|format check|formatter)\b/iu,
    checkName:
      /(?:unit|integrations?)?-?tests?|test suite|suite|lint(?:er|ing|s)?|type-?\s?check(?:s|ing|er)?|types|checks?|build|builds|formatting|fmt|tsc|eslint|mypy|pytest|typescript|compilation/iu,
    kindOfTests:
      /^(?:(?:unit|integration|regression|e2e|end-to-end|acceptance|component|smoke|automated|all|full|final|new)[\s-]+){0,2}(?:tests|test suite)$/iu,
    testsFor: /(?:tests|test suite|specs|test cases?|unit-?tests?)\s+(?:for|covering)\s/iu,
    denial: /(?:please\s+)?(?:do not|don['’]?t|never)(?!\p{L})/iu,
    stage: /(?:^|\s)(?:phase|step|stage|part|task|track|milestone|story|sprint)\s*#?[\w.]*\d/iu,
    functional:
      /\b(?:works?|working|runs?|running|functional(?:ity|ities)?|behaviou?rs?|pages?|ui|ux|visual(?:ly)?|screens?|browsers?|end[- ]to[- ]end|e2e|endpoints?|apis?|services?|servers?|deploy(?:ment|s|ed)?|commands?|cli|stream(?:s|ing)?|render(?:s|ing|ed)?|displays?|logins?|flows?|environment|containers?|responses?|performance|runtime|live|production|staging|websites?|sites?|connection|connectivity|successfully|starts?|restarts?|redirects?|launch(?:es)?|simulators?|emulators?|devices?|phones?|hardware|board|responsive|interactions?|navigation|clicks?|prints|shows|loads?|loading|queries|migrations?|backfills?|sync|returns?|status|health(?:y)?|(?:with|on|using) (?:an? |the |some |our )?(?:sample|example|real|dummy|realistic|production|live) (?:data|files?|inputs?|documents?|records?|requests?))\b|\b(?:20[0-6]|30[1278]|4[0-2]\d|50[0-4])\b(?!\s*(?:lines?|loc|characters|chars|words|columns|ms|kb)\b)/iu,
    codeProperty:
      /\b(?:secur(?:e|ity)|vulnerabilit(?:y|ies)|injections?|xss|csrf|leak(?:s|age)?|exposure|disclosure|sensitive|secrets?|hard-?coded|permissions?|authori[sz]ation|validation|saniti[sz](?:ation|ed)|error[- ]handling|logging|audit(?:s|ing)?|rate[- ]limit(?:s|ing)?|memory leaks?|race conditions?|attacks?|protection|typing|any|naming|conventions?|complian(?:t|ce)|criteria|completeness|documentation|polic(?:y|ies)|accessibility|fail-?closed|quality|best practices|code|prepared statements?|parameteri[sz](?:ed|ation))\b/iu,
    property:
      /\b(?:validates?|limits?|cleanup|types?|styles?|consisten(?:t|cy)|coverage|requirements?|docs|imports?|exports?|dependenc(?:y|ies)|configurations?|config|structure|schemas?|usages?|references?|existing|exists?|whether|if|no|nothing|none|refers?|mentions?|leftovers?|remains?|under|fewer|less|lines|headers?|prevention|patterns?|practices?|format|integrity|correctness|definitions?|compatib(?:le|ility)|expectations?|assumptions?)\b/iu,
    buildable:
      /project|app|application|frontend|front-end|backend|code|packages?|images?|binary|binaries|release|solution|workspace|everything|again|it|cli|client|server|all|test|bundle|site|gems?|wheels?|sdist|debs?|rpms?|jars?|apks?|ipas?|docs|installers?|firmware|for\b|succe\w*|pass\w*|to verify|without errors/iu,
    proseThing:
      /\b(?:reports?|summar(?:y|ies)|diagrams?|analys[ie]s|overview|plans?|proposals?|recommendations?|suggestions?|findings|notes?|guides?|docs?|documents?|documentation|assessments?|reviews?|checklists?|explanation|write-?up|conclusions?|roadmap|options|spec(?:ification)?s?|design)\s*$|\blists? of\b/iu,
    gitThing:
      /\b(?:branch(?:es)?|commits?|pr|pull[- ]requests?|merge[- ]requests?|tags?|issues?|releases?|worktrees?|repo(?:sitory)?)\b/iu,
    successPurpose:
      /\b(?:to|and|that|if|until|ensur\w+|make sure)\s+(?:verify|ensure|confirm|validate|check|make sure|no)\b|\b(?:pass(?:es|ing)?|succe\w+|green|clean|works?|fixes|no (?:\w+ )?errors?)\b/iu,
    reviewNoun: /\b(?:audit|review|analysis|inspection|assessment)\b|\p{L}*(?:audit|-review)$/iu,
    migration: /migra(?:tions?)?/iu,
    applyVerb: /appl(?:y|ies|ied|ying)/iu,
    buildVerb: /build/iu,
    makeVerb: /create|make/iu,
    writeVerb: /creat|writ|author/iu,
    turnedAway:
      /\b(?:reject(?:s|ed|ing)?|refus(?:es?|ed|ing)|den(?:y|ies|ied)|forbid(?:s|den)?|unauthori[sz]ed|unauthenticated|block(?:s|ed)|not (?:allowed|permitted|accessible)|cannot access|no access)\b/iu,
    notThere: /\b(?:not found|unknown|non-?existent|missing|deleted|removed|gone)\b/iu,
    noSuchFile: /No such file or directory/iu,
    commandNotFound:
      /: command not found|: not found$|is not recognized as (?:an internal|the name)|Unknown command/iu,
    invalidOption:
      /\bunknown (?:flag|option|command|argument)\b|\bunrecognized (?:option|arguments?|file type)\b|\binvalid option\b/iu,
    passedMark: /\bpass(?:ed)?\b|\bsucce(?:ss|eded)\b|\bOK\b/iu,
    failedCount: /\bfailed|\bfailures?/iu,
    failedMark: /FAIL|FAILED/u,
    keepsFailures:
      /fail|err|warn|not ok|panic|exception|problem|passed|found|tests?\b[:|]|test files|suites|summary|results?\b|totals?\b/iu,
    reproduces:
      /\breproduc\w*|\b(?:fails|is red|it fail|see (?:it|them) fail|should fail|expected to fail)\b/iu,
    pushed: /^\W*(?:force[- ]?)?push/iu,
    documentThing:
      /\.(?:md|txt|rst)\b|\b(?:docs?|documents?|documentation|readme|changelog|prd|plans?|guides?|notes?|specs?|reports?|files?|todos?|prompts?|workflow|skills?|commands?|templates?|progress|memory)\b/iu,
    endsInTests: /\btests?|\bspecs?|\btest (?:suite|cases?|coverage)/iu,
    dependencies: /\b(?:dependenc(?:y|ies)|lock-?files?|packages?|versions?|upgrade|bump)\b/iu,
    decides: /decide|choose|select|pick|prioriti/iu,
    behindFile: /(?:and|with|for|to|file)\b/u,
    files: /\bfiles?\b/iu,
    removes: /remov|delet|drop|strip|eliminat|purg/iu,
    everything: /\b(?:all|every|any|remaining|entirely|completely)\b/iu,
    places:
      /\b(?:endpoints?|routes?|urls?|pages?|screens?|flows?|commands?|services?|measures?|forms?|views?)\b/iu,
    each: /\b(?:all|each|every)\b/iu,
    creates: /creat|writ|add|scaffold/iu,
    absence:
      /\b(?:no|nothing|none|not|any|absence|without|remaining|remains?|left(?:over)?s?|unused|dead|removed|gone|for|all|still|every)\b/iu,
    liveSystem:
      /\b(?:browsers?|simulators?|emulators?|devices?|phones?|hardware|manual(?:ly)?|by hand|curl|postman|staging|production|prod|live|real (?:server|data|device|account|database)|(?:running|dev|local|test) (?:server|instance|app|application|service|cluster)|containers?|playwright|chrome|firefox|safari|screenshots?|visual(?:ly)?|screen ?reader|kubernetes|cluster)\b/iu,
    loadTest:
      /\b(?:load|stress|soak|fuzz|bench(?:mark)?s?|performance|latency|throughput|profil\w+|memory usage)\b/iu,
    endToEnd: /\b(?:e2e|end[- ]to[- ]end|playwright|cypress|maestro|detox|webdriver|selenium)\b/iu,
    wholeCheck: /\b(?:all|full|whole|entire|complete|every)\b/iu,
    testsPassed: new RegExp(
      [
        String.raw`\b(?:tests?|specs?|pytest|vitest|jest|rspec|phpunit)${said}${well}`,
        String.raw`\b\d+(?:/\d+)?\stests?\spass(?:ed|ing)\b`,
        String.raw`\bI(?:'ve| have)?\s(?:just |also |now )?(?:re-?)?(?:ran|run|executed)\s(?:[\w-]+\s){0,3}(?:tests?|specs?)\b`,
      ].join('|'),
      'iu',
    ),
    buildPassed: new RegExp(
      String.raw`\b(?:builds?|compilation)${said}${well}|\b(?:built|compil(?:es|ed)|builds)\s(?:successfully|cleanly|fine|clean)\b`,
      'iu',
    ),
    typesPassed: new RegExp(
      String.raw`\b(?:type-?\s?check(?:s|ing)?|tsc|mypy|pyright|typescript)${said}${well}`,
      'iu',
    ),
    lintPassed: new RegExp(
      String.raw`\b(?:lint(?:er|ing)?|eslint|ruff|clippy|golangci-lint)${said}${well}`,
      'iu',
    ),
    deployed:
      /\b(?:successfully|now)\sdeployed\b|\bdeployed\s(?:successfully|and (?:running|live|working))\b|\b(?:has|have)\sbeen\s(?:successfully\s)?deployed\b|\bI(?:'ve| have)?\s(?:just |also |now )?deployed\b|\bdeploy(?:ment)?\s(?:(?:is|was|has|now|been)\s){0,2}(?:successful(?:ly)?|succeeded|completed?)\b|\b(?:is|are)\snow\slive\b/iu,
    noTrouble:
      /\b(?:no|0|zero|without(?:\s+any)?)\s+(?:[\w-]+\s+){0,2}(?:errors?|failures?|failed|failing|fails?|warnings?|issues?|problems?|regressions?|skipped)\b|\berror-free\b/iu,
    noClaim:
      /\b(?:not|never|cannot|neither|nor|none|no|fail\w*|broke\w*|errors?|except|but|however|although|though|should|would|will|shall|could|may|might|must|can|need(?:s|ed|ing)?|ensur\w+|make sure|making sure|until|once|when\w*|if|whether|unless|before|so that|to (?:make|get|have|see|be|keep|pass|confirm|verify|check|ensure|validate|run)|verif(?:y|ies|ying)|check(?:ing)? (?:that|if|whether|the|all)|confirm(?:s|ing)? (?:that|the|all|tests?)|let me|let's|let us|i'll|we'll|going to|about to|want\w*|expect\w*|hop(?:e|ing)|assum\w+|plan\w*|next|then|todo|please|try\w*|goals?|targets?|criteri\w+|requir\w+|accept\w+|previous\w*|earlier|baseline|originally|used to|was passing|were passing|on main|upstream|pending|skipp?\w*|remain\w*|still need|only|partial\w*|most|some|according|claim\w*|report(?:s|ed)?|says?|said|states?|documented|looks? like|seems?|appears?|likely|probably|presum\w*|ci|example|e\.g|template|instructions?|workflow|gates?|always|every time|each time|tests? (?:for|that|of|if|whether) (?:success|pass)\w*)\b|n't\b|\?/iu,
    ownRun:
      /\bI(?:'ve| have)?\s(?:just |also |now |then |successfully )?(?:re-?)?(?:ran|run|executed|built|deployed|tested|verified|confirmed)\b/iu,
    allOfIt: /\b(?:all|every|entire|whole|full|100\s?%|everything)\b/iu,
    askedFor:
      /\b(?:criteri\w+|acceptance|requirements?|plan|steps|todo|tasks?|goals?|story|expected|before|next)\b/iu,
    handsOff:
      /\b(?:please|you can now|you can|you should|you may|you'll need to|you will need to|try|feel free to|ready (?:to|for)|to (?:test|verify|try) (?:it|this|the))\b[^.\n]{0,80}\b(?:test(?:ing)?|verify|check|try|run(?:ning)?|start|restart|open|visit|refresh|reload|confirm|see)\b/iu,
    admitsFailure:
      /\b(?:fail(?:s|ed|ing|ures?)?|not (?:pass|run|work|available|configured)\w*|could(?:n't| not)|can(?:'t|not)|unable to|require[sd]? (?:a )?(?:running|database|credentials)|still (?:red|broken|errors?)|pre-?existing|unrelated|errors? (?:remain|are)|broken|skipp?ed|blocked|complain(?:s|ts?|ed)?|(?:was|were|is|are) there before|before (?:this|my) change)\b/iu,
    alreadyDone:
      /\balready\b[^.\n]{0,60}\b(?:exists?|implemented|done|there|present|in place|handled|supports?|fixed|has|have|contains?|includes?|correct|complete|configured|installed|shows?|does|do|uses?|returns?|handles?|works?|covered|covers?|defined|applied|set)\b|\b(?:exists?|implemented|done|present|there|in place|handled|fixed|completed|set|configured|correct|supported|enabled|fine|works?|covered)\b[^.\n]{0,20}\balready\b|\balready (?:a|an|in the) (?:(?:dev|direct|runtime) )?(?:dependenc(?:y|ies)|package\.json|lock-?file)\b|\bnothing (?:left )?to (?:install|change|add|do|fix)\b|\bno (?:changes?|action|work|fix(?:es)?|updates?) (?:is |are |was |were )?(?:needed|required|necessary)\b/iu,
    allDone:
      /\b(?:all|every)\b(?<!\b(?:not|once|when|until|after|before|if|nearly|almost|are|is)\s(?:all|every))(?:\s+[\w'-]+){0,3}\s+(?:tasks?|todos?|to-dos?|items?|steps?|work|phases?|requirements?|stories)\b[^.?\n]{0,40}\b(?:done|completed?|finished|implemented)\b|\beverything(?<!\b(?:not|once|when|until|after|before|if|nearly|almost)\severything)\s+(?:is|was|has been)\s+(?:now\s+)?(?:done|completed?|finished|implemented)\b/iu,
    mendsNext:
      /\b(?:fix|debug|resolve|address|repair|correct|diagnose|investigate|analy[sz]e (?:the )?(?:test )?(?:results?|failures?))\w*\b/iu,
    mendsFindings:
      /\b(?:fix|resolve|address)\w*\b[^,;]{0,40}\b(?:issues?|errors?|bugs?|problems?|failures?|failing|findings)\b/iu,
    mends: /^\W*(?:fix|resolve|repair|correct|address)\p{L}*/iu,
    redOnPurpose:
      /(?<![\p{L}\p{N}])(?:fail(?:s|ing|ures?)?|red|reproduc\p{L}*|tdd|baseline)(?![\p{L}\p{N}])/iu,
    notDone:
      /(?<![\p{L}\p{N}])(?:skipped|not (?:applicable|needed|possible)|n\/a|failed|blocked|deferred|postponed|cancell?ed)(?![\p{L}\p{N}])/iu,
    looks:
      /^\W*(?:manually |visually |quickly |briefly )?(?:look|glance|skim|eyeball|watch|view|see|consider|mention|note|think)\b/iu,
    all: /\b(?:all|every|each|entire|whole|full|complete|everything)\b/iu,
    some: /\b(?:some|most|mostly|main|major|key|critical|important|basic|a few|few|several|selected|partial(?:ly)?|sample|one|first|subset)\b/iu,
    tries:
      /\b(?:tr(?:y|ies) to|attempt(?:s|ed)? to|partial(?:ly)?|partly|if possible|where possible|as far as|best[- ]effort|roughly|by eye|by hand|placeholder|stub(?:bed)?|skeleton|superficial(?:ly)?|quick (?:look|glance)|sanity)\b/iu,
  },
})
