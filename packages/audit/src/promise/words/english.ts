/**
 * The words by which an item of one language asks for a check or a deed, in lower case. Each entry is the source of a
 * regular expression without groups that capture; what stands in none of them is not understood, and nothing is said of it.
 */
export type AskingWords = typeof english

export const english = {
  /** What a text has that may be of this language. */
  script: /[a-z]/,
  /** True where spaces part the words. */
  spaced: true,
  /** True where the verb may end a clause. */
  verbsLast: false,
  run: 're-?run|run|execute|invoke|perform|do',
  confirm:
    'verify|validate|confirm|ensure|check|double[- ]check|make sure|see|get|re-?verify|re-?check|guarantee',
  /** To try something out: "test the login page". Something must be run for it. */
  exercise:
    're-?test|test(?! (?:data|cases?|fixtures?|files?|plan|helpers?|utils?|coverage|infrastructure|setup|environment|harness|strategy|documentation))|try out|smoke[- ]test|re-?run|run',
  create: 'create|write|generate',
  /** To change something for the better: "fix". */
  mend: 'fix|repair|resolve|correct|debug|solve|mend',
  test: 'tests|test suites?|test runs?|test(?= *$)|specs|suite|testing(?= *$)',
  lint: 'lint|linting|linters?|lint checks?|lint errors?',
  typecheck:
    'type[- ]?checks?|type[- ]?checking|type[- ]?checker|(?<!any.? |input |return |all )types(?! (?:of|for|and)(?! the (?:go|rust|python|typescript)))|type errors?|typescript (?:errors?|compilation|check|compiles?)|compilation',
  /** The build as a thing that runs, and objects that only a tool builds. */
  build:
    '(?:the |a |full |clean |production |final |release |whole |project )*builds?(?: process)?(?= *$)|(?:the |production |full )*build(?= (?:again|passes|succeeds|works|runs|is|completes|still|and|to|script|command|compiles))|builds|(?:the )?production build|build for production|build (?:the |a )?(?:docker |release |container |production )*(?:images?|binary|binaries|bundle|wheel|jar|apk|swift package|crate|solution)|compiles|build(?=s? (?:the )?docs)|docs build',
  /** What may be built by a tool or written by hand: "build the app". */
  buildOrWrite:
    'build (?:the |an? )?(?:whole |entire )?(?:project|app|application|site|website|frontend|front-end|backend|package|packages|library|docs|documentation|workspace|code|everything|extension|client|server)',
  format: 'format|formatting|formatter|fmt|code style|prettier(?= *$)',
  commit:
    '(?:create|make) (?:a |the )?(?:git )?commits?(?= *$)|git commit|commit(?! (?:messages?|hooks?|history|links?|hash\\w*|strategy|parsing|id|sha|log|author|type|metadata|info\\w*|data|flow|logic|tests?))|check in(?= (?:the|all|my))',
  push: 'git push|push(?! (?:notifications?|events?|api|button|service|handler|subscriptions?|hooks?|logic|flow|strategy|tests?))',
  pullRequest:
    '(?:open|create|submit|raise|file|make|send) (?:a |the )?(?:draft )?(?:pull request|pr|merge request|mr)',
  deploy:
    '(?:re)?deploy(?! (?:scripts?|config\\w*|workflows?|docs|guide|pipelines?|steps?|commands?|button|logic|hooks?|tests?))|roll out|ship to|release to',
  publish: 'publish',
  install: '(?:re-?)?install',
  migrate: '(?:run|apply|execute) (?:the |all |pending |new |database |db |prisma |alembic )*migrations?',
  passes:
    'pass(?:es|ing|ed)?|succeeds?|successful(?:ly)?|(?:is|are|all|stays?) (?:green|clean|ok)|green|clean|works?|working|cleanly|compiles?|ha(?:s|ve) no|without|no (?:new |more |remaining )?(?:type |typescript |ts |lint |linter |build |compile |compilation )?(?:errors?|warnings?|failures?|issues|regressions?)|nothing (?:is )?broken|(?:still )?runs|completes?|zero errors|error[- ]free',
  /** All of it: "every", "the whole". */
  whole: 'all|every|each|whole|full|entire|complete|both',
  /** What makes a failing run the point of an item, or its findings: "reproduce", "see which". */
  failing:
    'fail|fails|failing|failure|red|reproduc\\w*|baseline|which|what|where|how many|how long|find out|report|audit|measure|identify|list|findings|coverage|benchmark|profile|diagnos\\w*|investigat\\w*|before|compare',
  /** What is done only where a check finds something: "fix any errors". */
  repair:
    '(?:and )?(?:fix|resolve|address|correct|handle|iterate on|debug) (?:any|all|the|possible|resulting|remaining|found|new|up)?\\s*(?:\\w+ )?(?:issues?|errors?|failures?|problems?|bugs?|failing tests?|regressions?|warnings?|breakage|lint errors?|type errors?|findings?)?(?: (?:that (?:come up|arise|appear|occur)|found|if (?:any|needed|necessary)|as needed|arising))?|fix if needed|fix as needed',
  /** Begins what a run is for, which asks for nothing more: "to verify that". */
  purpose:
    '(?:to|for|so that|in order to) (?:verify|ensure|confirm|check|make sure|validate|see|be sure|verification|regressions?|prove)\\b|to catch|after (?:the )?(?:changes?|fix(?:es)?|refactor\\w*)|with (?:the |my |our )?(?:new )?changes|for (?:the |these |all )?(?:changes?|regressions?)',
  /** Parts two clauses. */
  joins: 'and then|and also|and|then|plus|followed by|before',
  /** Stands for what was named before: "them". */
  pronoun: 'it|them|those|these|that',
  filler:
    "there|the|a|an|our|my|your|its|that|this|these|those|if|whether|new|updated|existing|final|initial|again|once|more|full|locally|now|still|also|just|quickly|relevant|unit|project|projects?'?s?|code|codebase|to|of|on|in|for|with|everything|changes?|step|phase|task|\\d+|first|last|finally|properly|correctly|be|is|are|all|no|any|errors?|warnings?|issues?|failures?|regressions?|checks?|cases?|command|script|verification|via|using|successful(?:ly)?|suite|pipeline",
}
