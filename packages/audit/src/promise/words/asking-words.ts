/**
 * The words by which an item of one language asks for a check or a deed, in lower case. Each entry is the source of a
 * regular expression without groups that capture; what stands in none of them is not understood, and nothing is said of it.
 */
export interface AskingWords {
  /** What a text has that may be of this language. */
  readonly script: RegExp
  /** True where spaces part the words. */
  readonly spaced: boolean
  /** True where the verb may end a clause. */
  readonly verbsLast: boolean
  /** To run something: "run", "execute". */
  readonly run: string
  /** To find out that a check passes: "verify", "make sure". */
  readonly confirm: string
  /** To try something out: "test the login page". Something must be run for it. */
  readonly exercise: string
  /** To put a file where there was none: "create", "write". */
  readonly create: string
  /** To change something for the better: "fix". */
  readonly mend: string
  readonly test: string
  readonly lint: string
  readonly typecheck: string
  /** The build as a thing that runs, and objects that only a tool builds. */
  readonly build: string
  /** What may be built by a tool or written by hand: "build the app". */
  readonly buildOrWrite: string
  readonly format: string
  readonly commit: string
  readonly push: string
  readonly pullRequest: string
  readonly deploy: string
  readonly publish: string
  readonly install: string
  readonly migrate: string
  /** That a check came out well: "passes", "is green". */
  readonly passes: string
  /** All of it: "every", "the whole". */
  readonly whole: string
  /** What makes a failing run the point of an item, or its findings: "reproduce", "see which". */
  readonly failing: string
  /** What is done only where a check finds something: "fix any errors". */
  readonly repair: string
  /** Begins what a run is for, which asks for nothing more: "to verify that". */
  readonly purpose: string
  /** Parts two clauses. */
  readonly joins: string
  /** Stands for what was named before: "them". */
  readonly pronoun: string
  /** Says nothing of its own: "the", "again". */
  readonly filler: string
  /** What makes a sentence no claim: "not", "should", "failed". */
  readonly noClaim: string
}
