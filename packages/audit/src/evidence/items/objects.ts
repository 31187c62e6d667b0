/** What an item's verb is done to, where the thing decides what meets it: a running thing, a property of code, a text. */

import { anyOf, saying, sourceOf } from '../languages/index.js'

const functional = saying('functional')
const codeProperty = saying('codeProperty')
const property = saying('property')

/** How a verification of a thing is met: by a run that shows it, by any check, or by reading as well. */
export function sightOf(object: string): 'functional' | 'bare' | 'inspection' {
  if (codeProperty.test(object)) return 'inspection'
  if (functional.test(object)) return 'functional'
  return property.test(object) ? 'inspection' : 'bare'
}

/** Words behind "build" that make it a run of the build, not the making of a thing. */
const builtThings = new RegExp(
  String.raw`^(?:(?:and|full|production|final|release|docker|${anyOf('articles')})\s+)*(?:$|${sourceOf('buildable')}\b)`,
  'iu',
)

/** True where building the thing is a run of the build. */
export function isBuilt(object: string): boolean {
  return builtThings.test(object)
}

const proseThings = saying('proseThing')
const ofThing = new RegExp(String.raw`\s${anyOf('of')}\s`, 'iu')

/** True where the head of an object is written for people; "a diagram of the flow" is a diagram. */
export function isProse(head: string): boolean {
  const [thing = head] = head.split(ofThing, 1)
  return proseThings.test(head) || proseThings.test(thing)
}

const gitThings = saying('gitThing')

/** True for branches, commits, pull requests and the like, which commands make. */
export function isGitThing(head: string): boolean {
  return gitThings.test(head)
}

/** True for what "delete" takes from git: a deleted issue or release may as well be one of the program. */
export function isGitBranch(head: string): boolean {
  return /^(?:\S+\s+){0,4}(?:branch(?:es)?|worktrees?)$/iu.test(head.trim())
}

const purpose = saying('successPurpose')

/** True where a run is to come out well, not only to be made. */
export function hasPurpose(object: string): boolean {
  return purpose.test(object)
}

const reviews = saying('reviewNoun')

/** True where what is run is a review. */
export function isReview(object: string): boolean {
  return reviews.test(object)
}

const madeAnew = /\b(?:on top of|from scratch|around|based on|as an?)\b/iu

/** True where "rebuild" makes something anew, on top of another thing, and runs no build. */
export function isMadeAnew(object: string): boolean {
  return madeAnew.test(object)
}

const applied = new RegExp(
  String.raw`^(?:\W|(?:new|pending|a|ef|db|database|prisma|alembic|django|${anyOf('articles')}) )*(?:${sourceOf('migration')}|terraform|manifests?)\b(?! (?:files?|patterns?|logic|style))|\bto (?:the )?(?:\w+ )?(?:database|db|cluster)$`,
  'iu',
)

/** True for what a command brings to a running system: migrations, manifests. */
export function isApplied(object: string): boolean {
  return applied.test(object)
}

const broughtOut =
  /^\W*$|\b(?:packages?|releases?|versions?|npm|pypi|crates?|registr(?:y|ies)|images?|sites?|websites?|pages?|apps?|docs?|documentation|store|artifacts?|modules?|librar(?:y|ies)|extensions?|plugins?|builds?|articles?|posts?|blog|gems?|charts?|to\b|v?\d+\.\d+)/iu

/** True for what is published to people, not by a program. */
export function isBroughtOut(object: string): boolean {
  return broughtOut.test(object)
}

const withSomebody =
  /\bwith (?:the |our |my )?(?:users?|customers?|clients?|team|stakeholders?|reviewers?|maintainers?|owner|product|legal|designers?|you|them)$/iu

/** True where somebody is asked: "Confirm the copy with the user". */
export function isWithSomebody(object: string): boolean {
  return withSomebody.test(object)
}
