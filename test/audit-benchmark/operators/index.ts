/** All operators, in the order of the table. */

import type { Operator } from '../operator.js'
import { markedAtHalf, markedAtQuarter, markedAtStart } from './early-marks.js'
import { editToComment, editToStub, editUndone } from './edits-exchanged.js'
import { allEvidenceRemoved, checksRemoved, lastCheckRemoved, writesRemoved } from './evidence-removed.js'
import { emptyBatch, falseClaim, itemDropped, nagAndFlip, textWeakened } from './false-marks.js'
import {
  coveredEditBehind,
  docsEditBehind,
  outputEmptyRun,
  outputFailing,
  startedInBackground,
} from './outputs-exchanged.js'
import { batchWithEvidence, clockRescaled, compactionMarker, lateMark } from './silent-marks.js'
import { interleaved, movedToSubagent, readsAdded, renamed } from './silent-work.js'
import { swappedAcross, swappedInSession } from './swapped.js'
import { filteredCheck, readsBeforeWrite, typeCheckForPage } from './weaker-checks.js'
import { callsToErrors, callsToLs, handOff, runToError, successToError } from './work-replaced.js'

/**
 * The operators.
 * @param pool texts of completions with their projects, for what is swapped across projects
 * @param projectOf the project of a file
 */
export function operatorsFor(
  pool: readonly { readonly text: string; readonly project: string }[],
  projectOf: (file: string) => string,
): readonly Operator[] {
  return [
    allEvidenceRemoved,
    writesRemoved,
    checksRemoved,
    lastCheckRemoved,
    successToError,
    runToError,
    callsToErrors,
    callsToLs,
    handOff,
    outputFailing,
    outputEmptyRun,
    startedInBackground,
    coveredEditBehind,
    editToStub,
    editToComment,
    editUndone,
    filteredCheck,
    readsBeforeWrite,
    typeCheckForPage,
    markedAtStart,
    markedAtQuarter,
    markedAtHalf,
    emptyBatch,
    nagAndFlip,
    itemDropped,
    textWeakened,
    falseClaim,
    swappedInSession,
    swappedAcross(pool, projectOf),
    lateMark,
    batchWithEvidence,
    renamed,
    interleaved,
    readsAdded,
    docsEditBehind,
    movedToSubagent,
    compactionMarker,
    clockRescaled,
  ]
}
