/** Finds secrets in texts and values, and takes them out. */

export { builtinPatternNames, type RedactionPattern, type TextPattern } from './find-secrets.js'
export { createRedactor, type FoundListener, type Leak, type Redactor } from './redactor.js'
