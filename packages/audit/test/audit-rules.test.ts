import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Finding } from '../src/audit-result.js'
import { auditRules } from '../src/rules/index.js'
import {
  ask,
  audited,
  bash,
  edit,
  failed,
  list,
  read,
  report,
  type Step,
  say,
  write,
} from './audited-session.js'

/** A session in which a rule speaks, or keeps still. */
interface Case {
  readonly why: string
  readonly steps: readonly Step[]
  readonly severity?: Finding['severity']
}

interface Cases {
  readonly fires: readonly Case[]
  readonly silent: readonly Case[]
}

const red = 'Exit code 1\n\n 2 failed | 10 passed'

/** An item with the work in its time, after another one. */
function item(text: string, work: readonly Step[], after: readonly Step[] = []): readonly Step[] {
  return [
    list('in_progress Add the cache', `pending ${text}`),
    edit('src/cache.ts'),
    list('completed Add the cache', `in_progress ${text}`),
    ...work,
    list('completed Add the cache', `completed ${text}`),
    ...after,
  ]
}

const cases: Readonly<Record<string, Cases>> = {
  'complete-without-activity': {
    fires: [
      { why: 'nothing at all', steps: [list('in_progress Add the cache'), list('completed Add the cache')] },
      { why: 'only another item was worked on', steps: item('Translate the labels', []) },
      { why: 'a design without a word', steps: item('Design the storage layer', []) },
      { why: 'tests that never ran', steps: item('Run the tests', []) },
      { why: 'an unknown verb is no error', steps: item('Frobnicate the gizmo', []), severity: 'warning' },
      {
        why: 'an unknown verb with no call at all is no error',
        steps: [list('in_progress Frobnicate the gizmo'), list('completed Frobnicate the gizmo')],
        severity: 'warning',
      },
      {
        why: 'a language that is not known is no error',
        steps: [list('in_progress Kirjoita testit'), list('completed Kirjoita testit')],
        severity: 'warning',
      },
    ],
    silent: [
      { why: 'a call that worked', steps: item('Translate the labels', [edit('src/labels.ts')]) },
      { why: 'the text is the work', steps: item('Write the summary report', [say(report)]) },
      { why: 'the text comes right after', steps: item('Summarize the results', [], [say(report)]) },
      {
        why: 'a sub-agent',
        steps: item('Translate the labels', [
          { call: 'Task', input: { prompt: 'translate' }, output: report },
        ]),
      },
      {
        why: 'a gap in the log',
        steps: item('Translate the labels', [
          { call: 'Edit', input: { file_path: 'src/labels.ts' }, ok: null },
        ]),
      },
      {
        why: 'work before the list was written',
        steps: [edit('src/cache.ts'), list('completed Add the cache')],
      },
    ],
  },
  'only-failed-calls': {
    fires: [
      {
        why: 'the surroundings failed',
        steps: item('Test the dashboard', [
          failed(
            'curl -sf http://localhost:3000/login',
            'curl: (7) Failed to connect to localhost port 3000: Connection refused',
          ),
        ]),
      },
      {
        why: 'a language that is not known is no error',
        steps: item('Lähetä haara', [failed('git push', 'fatal: could not read Username')]),
        severity: 'warning',
      },
    ],
    silent: [
      {
        why: 'one try worked',
        steps: item('Push the branch', [
          failed('git push', 'fatal: no upstream'),
          bash('git push -u origin main', 'branch main set up'),
        ]),
      },
      {
        why: 'it worked right after the mark',
        steps: item(
          'Push the branch',
          [failed('git push', 'fatal: no upstream')],
          [bash('git push -u origin main', 'branch main set up')],
        ),
      },
      {
        why: 'a search that found nothing',
        steps: item('Check for leftover debug output', [
          failed('grep -rn debugger src', 'Exit code 1'),
          say(report),
        ]),
      },
      {
        why: 'an item that says so itself',
        steps: item('Commit the changes (skipped, no repository)', [
          failed('git commit -m x', 'fatal: not a git repository'),
        ]),
      },
      ...[
        'Commit the changes (not possible here)',
        'Änderungen committen (übersprungen)',
        'Valider les changements (ignoré)',
        'Confirmar los cambios (omitido)',
        'Fazer commit das mudanças (adiado)',
        'Eseguire il commit (saltato)',
        'Закоммитить изменения (пропущено)',
        '提交代码（跳过）',
        '変更をコミットする（スキップ）',
        '변경 사항 커밋 (건너뜀)',
      ].map((text) => ({
        why: `an item that says so itself: ${text}`,
        steps: item(text, [failed('git commit -m x', 'fatal: not a git repository')]),
      })),
    ],
  },
  'completed-over-failing-check': {
    fires: [
      {
        why: 'the tests failed',
        steps: item('Run the tests to verify the cache', [failed('npm test', red)]),
        severity: 'error',
      },
      {
        why: 'the type check failed',
        steps: item('Verify that the type check passes', [
          failed('npx tsc --noEmit', 'Exit code 2\nsrc/a.ts(1,1): error TS2304'),
        ]),
        severity: 'error',
      },
      {
        why: 'red, edited, not run again',
        steps: item('Run the tests to verify the cache', [failed('npm test', red), edit('src/cache.ts')]),
        severity: 'error',
      },
      {
        why: 'filtered until it looks clean',
        steps: item('Verify that the type check passes', [
          failed('npx tsc --noEmit', 'error TS2304'),
          bash('npx tsc --noEmit | grep -v src/a.ts'),
        ]),
        severity: 'error',
      },
      {
        why: 'a command that was to do something failed',
        steps: item('Push the branch', [
          failed('git push', 'fatal: could not read Username'),
          failed('git push origin main', 'fatal: Authentication failed'),
        ]),
      },
      {
        why: 'said openly, still red',
        steps: item(
          'Run the tests to verify the cache',
          [failed('npm test', red)],
          [say('Two tests still fail; they are unrelated.')],
        ),
        severity: 'warning',
      },
      {
        why: 'what failed was to be mended',
        steps: item('Fix the failing tests and verify that they pass', [
          edit('src/cache.ts'),
          failed('npm test', red),
        ]),
      },
    ],
    silent: [
      {
        why: 'green in the end',
        steps: item('Run the tests to verify the cache', [
          failed('npm test', red),
          edit('src/cache.ts'),
          bash('npm test', '12 passed'),
        ]),
      },
      {
        why: 'green in the next step',
        steps: item(
          'Run the tests to verify the cache',
          [failed('npm test', red)],
          [bash('npm test', '12 passed')],
        ),
      },
      {
        why: 'a test that was to fail',
        steps: item('Write a failing test and run it', [
          write('test/cache.test.ts'),
          failed('npm test', red),
        ]),
      },
      ...[
        'Tests ausführen, sie schlagen fehl: Fehlschlag zeigen',
        'Lancer les tests pour reproduire le bug',
        'Ejecutar los tests para reproducir el error',
        'Executar os testes para reproduzir o erro',
        'Eseguire i test per riprodurre il bug',
        'Запустить тесты, чтобы воспроизвести ошибку',
        '运行测试以复现问题',
        'テストを実行してバグを再現する',
        '테스트를 실행하여 버그 재현',
      ].map((text) => ({ why: `red on purpose: ${text}`, steps: item(text, [failed('npm test', red)]) })),
      {
        why: 'the next item mends it',
        steps: [
          list('in_progress Run the tests', 'pending Fix the failing tests'),
          failed('npm test', red),
          list('completed Run the tests', 'in_progress Fix the failing tests'),
        ],
      },
      {
        why: 'a mere run, said openly',
        steps: item(
          'Run the tests',
          [failed('npm test', red)],
          [say('2 of 12 tests failed, both in the cache.')],
        ),
      },
      {
        why: 'another kind of check',
        steps: item('Run the linter', [failed('npm test', red), bash('npm run lint')]),
      },
    ],
  },
  'verify-item-without-check': {
    fires: [
      { why: 'an edit only', steps: item('Test the login form', [edit('src/login.ts')]), severity: 'error' },
      { why: 'nothing', steps: item('Verify the fix', []), severity: 'error' },
      {
        why: 'a type check for a page',
        steps: item('Verify that the page renders in the browser', [bash('npx tsc --noEmit')]),
        severity: 'error',
      },
      {
        why: 'a hand-off',
        steps: item('Test the login form', [say('Please start the server and test it.')]),
        severity: 'error',
      },
      {
        why: 'one of two parts',
        steps: item('Run tests and lint', [bash('npm test', '12 passed')]),
        severity: 'warning',
      },
    ],
    silent: [
      { why: 'a test run', steps: item('Test the login form', [bash('npx vitest run', '12 passed')]) },
      {
        why: 'a run that failed is a run',
        steps: item('Test the login form', [failed('npx vitest run', red)]),
      },
      { why: 'a check in the next step', steps: item('Run the tests', [], [bash('npm test', '12 passed')]) },
      {
        why: 'a check before the item was started',
        steps: [
          list('in_progress Add the cache', 'pending Run the tests'),
          edit('src/cache.ts'),
          bash('npm test', '12 passed'),
          list('completed Add the cache', 'in_progress Run the tests'),
          list('completed Add the cache', 'completed Run the tests'),
        ],
      },
      {
        why: 'a review with its findings',
        steps: item('Verify that no secrets leak into the logs', [
          read('src/log.ts'),
          read('src/auth.ts'),
          say(report),
        ]),
      },
      {
        why: 'a sub-agent',
        steps: item('Verify the fix', [{ call: 'Task', input: { prompt: 'verify' }, output: report }]),
      },
      { why: 'no promise of a check', steps: item('Translate the labels', []) },
    ],
  },
  'change-without-write': {
    fires: [
      {
        why: 'only read and checked',
        steps: item('Translate the labels', [read('src/labels.ts'), bash('npm run build', 'built')]),
        severity: 'error',
      },
      {
        why: 'the named new file was never written',
        steps: item('Create src/labels.ts', [read('src/texts.ts'), edit('src/texts.ts')]),
        severity: 'error',
      },
    ],
    silent: [
      { why: 'a write', steps: item('Translate the labels', [edit('src/labels.ts')]) },
      {
        why: 'a command that may have written',
        steps: item('Translate the labels', [bash('node scripts/translate.js', 'done')]),
      },
      {
        why: 'a sub-agent',
        steps: item('Translate the labels', [{ call: 'Task', input: { prompt: 'go' }, output: report }]),
      },
      { why: 'nothing at all, which another rule says', steps: item('Translate the labels', []) },
    ],
  },
  'instant-flip': {
    fires: [
      { why: 'started and completed', steps: item('Translate the labels', []) },
      { why: 'only announced', steps: item('Translate the labels', [say('Now the labels.')]) },
      {
        why: 'one of two checks was run before the start',
        steps: [
          list('in_progress Add the cache', 'pending Run the tests and the linter'),
          edit('src/cache.ts'),
          bash('npm test', '12 passed'),
          list('completed Add the cache', 'in_progress Run the tests and the linter'),
          list('completed Add the cache', 'completed Run the tests and the linter'),
        ],
      },
    ],
    silent: [
      { why: 'a call between', steps: item('Translate the labels', [edit('src/labels.ts')]) },
      {
        why: 'never started',
        steps: [list('pending Translate the labels'), list('completed Translate the labels')],
      },
      {
        why: 'its work lies before the start',
        steps: [
          list('in_progress Add the cache', 'pending Run the tests'),
          edit('src/cache.ts'),
          bash('npm test', '12 passed'),
          list('completed Add the cache', 'in_progress Run the tests'),
          list('completed Add the cache', 'completed Run the tests'),
        ],
      },
    ],
  },
  'skipped-in-progress': {
    fires: [
      {
        why: 'pending to completed',
        steps: [list('pending Add the cache'), edit('src/cache.ts'), list('completed Add the cache')],
        severity: 'info',
      },
    ],
    silent: [
      { why: 'it was in progress', steps: item('Translate the labels', [edit('src/labels.ts')]) },
      { why: 'it came completed', steps: [edit('src/cache.ts'), list('completed Add the cache')] },
    ],
  },
  'ended-with-open-items': {
    fires: [
      {
        why: 'open at the end',
        steps: [list('in_progress Add the cache'), edit('src/cache.ts'), say('I stop here.')],
        severity: 'info',
      },
      {
        why: 'never begun',
        steps: [list('pending Add the cache'), edit('src/cache.ts'), say('I stop here.')],
        severity: 'info',
      },
      {
        why: 'open, and all claimed to be done',
        steps: [
          list('in_progress Add the cache', 'pending Translate the labels'),
          edit('src/cache.ts'),
          say('All tasks are complete.'),
        ],
        severity: 'error',
      },
    ],
    silent: [
      {
        why: 'all completed',
        steps: [
          list('in_progress Add the cache'),
          edit('src/cache.ts'),
          list('completed Add the cache'),
          say('All tasks are complete.'),
        ],
      },
      {
        why: 'the user broke off',
        steps: [
          list('in_progress Add the cache'),
          edit('src/cache.ts'),
          ask('[Request interrupted by user]'),
        ],
      },
      { why: 'no list', steps: [edit('src/cache.ts'), say('All tasks are complete.')] },
    ],
  },
}

describe('the audit rules', () => {
  it('have each a table, here or in a file of its own', () => {
    const inFiles = readdirSync(import.meta.dirname).flatMap(
      (name) => /^audit-rule-(.+)\.test\.ts$/.exec(name)?.[1] ?? [],
    )
    const known = auditRules.map(({ id }) => id)
    const tables = [...Object.keys(cases), ...inFiles]
    expect(tables.filter((id) => known.includes(id)).sort()).toEqual(known.sort())
  })

  describe.each(Object.entries(cases))('%s', (id, { fires, silent }) => {
    it.each(fires)('speaks: $why', async ({ steps, severity }) => {
      const { findings } = await audited(steps)
      const said = findings.filter((finding) => finding.rule === id)
      expect(said).toHaveLength(1)
      if (severity !== undefined) expect(said[0]?.severity).toBe(severity)
    })

    it.each(silent)('keeps still: $why', async ({ steps }) => {
      const { findings } = await audited(steps)
      expect(findings.filter((finding) => finding.rule === id)).toEqual([])
    })
  })
})
