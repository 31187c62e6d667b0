/** The options of `watch`. */

import { auditOptions } from '../config/audit-setup.js'
import {
  flag,
  jsonOption,
  number,
  type OptionDeclaration,
  type OptionValues,
  sourceOptions,
} from '../options.js'

const ownOptions: {
  readonly once: OptionDeclaration<boolean>
  readonly untilIdle: OptionDeclaration<number | undefined>
} = {
  once: flag('--once', 'print what is there, and end'),
  untilIdle: number('--until-idle <seconds>', 'end when nothing has come for so long'),
}

/** The options of `watch`. */
export const watchOptions: typeof sourceOptions &
  typeof jsonOption &
  typeof auditOptions &
  typeof ownOptions = {
  ...sourceOptions,
  ...jsonOption,
  ...auditOptions,
  ...ownOptions,
}

/** Their values. */
export type WatchOptions = OptionValues<typeof watchOptions>
