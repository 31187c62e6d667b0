/** Finds secrets in texts and values, and takes them out. */

export { builtinPatternNames, type TextPattern } from './find-secrets.js'
export {
  createRedactor,
  type FoundListener,
  type Leak,
  type RedactionPattern,
  type Redactor,
} from './redactor.js'
