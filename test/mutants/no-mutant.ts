/** The mutant of the run before is over: what a test file does while it is loaded is done without. */
const stryker = (globalThis as { __stryker__?: { activeMutant?: string } }).__stryker__
if (stryker !== undefined) delete stryker.activeMutant
