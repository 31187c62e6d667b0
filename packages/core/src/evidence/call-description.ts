/** What one tool call did: its types, and the one function that decides it. */

export type {
  CallDescription,
  CheckFilter,
  CheckKind,
  CommandDescription,
  FilterKind,
  TouchedFile,
} from './command-description.js'
export { describeCall } from './tool-effects.js'
