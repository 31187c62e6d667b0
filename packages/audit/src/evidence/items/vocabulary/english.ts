/** English: verbs at a clause's start, and nouns where it has none. */

import { type Act, mapOf, type Vocabulary } from './act.js'

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
      'normalize normalise debounce throttle paginate enrich preserve reverse store return bring relax loosen tidy fine-tune',
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

/** The act of an English verb in any of its common forms ("adds", "Testing", "verified"), or null. */
export function englishVerb(lower: string): Act | null {
  if (noVerbs.has(lower)) return null
  for (const form of formsOf(lower)) {
    const act = verbActs.get(form)
    if (act !== undefined) return act
  }
  return null
}

/** The act of an English noun, or null. */
export function englishNoun(lower: string): Act | null {
  return nounActs.get(lower) ?? null
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
const phrases: readonly (readonly [Act, RegExp])[] = [
  ['change', /^set[\s-]up\b/iu],
  ['create', /^cod(?:e|ing) (?=(?:the|up|an?)\b)/iu],
  ['change', /^get(?:ting)? rid of\b|^(?:no longer\s|stop\s+(?=(?!running)\p{L}+ing\b))/iu],
  ['typecheck', /^type[\s-]?check(?:s|ing)?\b/iu],
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
  ['run', /^back(?:ing)?[\s-]?up\b/iu],
  ['communicate', /^writ(?:e|ing) up\b|^hand over\b|^report back\b|^(?:give|provide) feedback\b/iu],
  ['deploy', /^roll(?:ing)? (?:back|out)\b/iu],
  [
    'communicate',
    /^(?:confirm|check|clarify|align|agree)\b(?=.{0,60}\bwith (?:the )?(?:users?|stakeholders?|clients?|customers?|team)\b)/iu,
  ],
  ['commit', /^open (?=(?:a |the )?(?:pull request|pr|merge request|mr|issue)\b)/iu],
]

/** The phrase that a text starts with, and its act, or null. */
export function englishPhrase(text: string): { readonly act: Act; readonly verb: string } | null {
  for (const [act, phrase] of phrases) {
    const match = phrase.exec(text)
    if (match !== null) return { act, verb: match[0] }
  }
  return null
}
