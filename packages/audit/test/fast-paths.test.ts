/** What is done in a fast way gives what the plain way gives: lines that were described before. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { describeShell } from '../src/evidence/shell/description.js'
import { OwnChecks } from '../src/evidence/shell/own-checks.js'
import { noScripts, ProjectScripts } from '../src/evidence/shell/project-scripts.js'

describe('a line that was described before', () => {
  const line = fc.constantFrom(
    ...[
      'npm test',
      'npm run check && npm run lint',
      'yarn build',
      'PATH=./bin:$PATH tool',
      'sh ./run.sh',
      'ls',
    ],
  )
  const shown = fc.array(
    fc.tuple(
      fc.constantFrom('test', 'check', 'lint', 'build'),
      fc.constantFrom('vitest run', 'npm run lint', 'tsc'),
    ),
    { maxLength: 4 },
  )

  test('is described as if it were new, whatever was shown of the scripts since', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(line, shown, fc.boolean())), (lines) => {
        for (const [source, known, isProgram] of lines) {
          const scripts = new ProjectScripts()
          for (const [name, run] of known) scripts.learnRun({ runner: 'npm', name }, run)
          if (isProgram) scripts.learnProgram('./bin/tool')
          // Own checks of its own: nothing that was remembered is for them.
          const fresh = describeShell(source, new OwnChecks(), scripts)
          expect(describeShell(source, undefined, scripts)).toEqual(fresh)
          expect(describeShell(source, undefined, noScripts)).toEqual(describeShell(source, new OwnChecks()))
        }
      }),
      { numRuns: runs(200) },
    )
  })
})
