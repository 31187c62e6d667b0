/** Some tests change the folder that they run in: the next file begins in the one of the run again. */

import { afterAll } from 'vitest'

const before = process.cwd()
afterAll(() => process.chdir(before))
