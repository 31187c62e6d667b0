import { describe, expect, it } from 'vitest'
import type { Proof } from '../src/proofs/proofs.js'
import { referencesIn } from '../src/proofs/references.js'
import type { Repository } from '../src/proofs/repository.js'
import { audited, bash, edit, failed, list, read, type Step } from './audited-session.js'

describe('references', () => {
  it.each<readonly [string, readonly string[]]>([
    ['Run the tests, cmd:"npm test"', ['cmd:npm test']],
    ['Run the tests (cmd:`npm test -- a`)', ['cmd:npm test -- a']],
    ['Fix it (commit:1a2b3c4d)', ['commit:1a2b3c4d']],
    ['Fix it, commit: 1a2b3c4d.', ['commit:1a2b3c4d']],
    ['commit:latest is no hash', []],
    [
      'Write file:src/a.ts and file:src/a.ts, url:https://example.com/x?y=1',
      ['file:src/a.ts', 'url:https://example.com/x?y=1'],
    ],
    ['Profile:x, recmd:y, a:file:z', []],
    ['file:', []],
  ])('in %j', (text, expected) => {
    expect(referencesIn([text]).map(({ kind, value }) => `${kind}:${value}`)).toEqual(expected)
  })
})

/** An item with the work of its time. */
const item = (text: string, ...work: readonly Step[]): readonly Step[] => [
  list(`in_progress ${text}`),
  ...work,
  list(`completed ${text}`),
]

const hash = '1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d'

/** A repository with one commit. The session's clock stands at an hour after 1970. */
function repository(files: readonly string[], time = 3_600_000): Repository {
  const commit = { hash, time, message: 'A change', files }
  return {
    commitsBetween: (from, to) => (time >= from && time <= to ? [commit] : []),
    commit: (name) => (hash.startsWith(name) ? commit : null),
    hasFile: (path) => files.includes(path),
  }
}

const proofs = async (
  steps: readonly Step[],
  repo?: Repository,
): Promise<{
  readonly verdict: string | undefined
  readonly proofs: readonly Proof[]
  readonly says: readonly string[]
}> => {
  const audit = await audited(
    steps,
    undefined,
    undefined,
    repo === undefined ? {} : { repository: repo },
    undefined,
    new Date(3_600_000),
  )
  const [completion] = audit.completions
  return {
    verdict: completion?.verdict,
    proofs: completion?.proofs ?? [],
    says: audit.findings.filter(({ rule }) => rule === 'proof-not-found').map(({ message }) => message),
  }
}

describe('what an item names as its proof', () => {
  it.each<readonly [string, readonly Step[], Repository | undefined, string, readonly string[]]>([
    [
      'a command that passed',
      item('Run the checks cmd:"make verify-all"', bash('make verify-all', 'all good')),
      undefined,
      'supported',
      [],
    ],
    [
      'a command that nobody ran',
      item('Run the tests cmd:"npm test"', bash('npm run build', 'built')),
      undefined,
      'unsupported',
      ['Item 1 names cmd:npm test as its proof, but no call of the log before the mark runs it.'],
    ],
    [
      'a command that failed',
      item('Run the tests cmd:"npm test"', failed('npm test', '1 failed')),
      undefined,
      'weak or unsupported',
      ['Item 1 names cmd:npm test as its proof, but it was run and did not pass: ran npm test.'],
    ],
    [
      'a command named for a change shows no change',
      item('Add the cache cmd:"npm test"', bash('npm test', '3 passed')),
      undefined,
      'unsupported',
      [],
    ],
    [
      'a command and then a change',
      item('Sign off cmd:"make signoff"', bash('make signoff', 'ok'), edit('src/a.ts')),
      undefined,
      'supported',
      [],
    ],
    [
      'a commit that is not there',
      item('Fix src/a.ts commit:1234567', edit('src/a.ts')),
      repository(['src/a.ts']),
      'weak',
      ['Item 1 names commit:1234567 as its proof, but the repository has no such commit.'],
    ],
    [
      'a commit of its time',
      item(`Fix src/a.ts commit:${hash.slice(0, 8)}`),
      repository(['src/a.ts']),
      'supported',
      [],
    ],
    [
      'a commit of another time',
      item(`Fix src/a.ts commit:${hash.slice(0, 8)}`),
      repository(['src/a.ts'], 1),
      'unsupported',
      [],
    ],
    [
      'a commit of other files',
      item(`Fix src/a.ts commit:${hash.slice(0, 8)}`),
      repository(['src/b.ts']),
      'unsupported',
      [],
    ],
    [
      'a commit shows no run',
      item(`Run the tests commit:${hash.slice(0, 8)}`),
      repository(['src/b.ts']),
      'unsupported',
      [],
    ],
    [
      'a file that is there, which nobody wrote',
      item('Fix the cache file:src/a.ts'),
      repository(['src/a.ts'], 1),
      'unsupported',
      [],
    ],
    [
      'a file that is not there',
      item('Fix the cache file:src/b.ts', edit('src/a.ts')),
      repository(['src/a.ts']),
      'weak',
      [
        'Item 1 names file:src/b.ts as its proof, but the file is not there, and no call of the log wrote it.',
      ],
    ],
    [
      'an address that was asked',
      item('Look up url:https://example.com/api', bash('curl https://example.com/api', 'ok')),
      undefined,
      'supported',
      [],
    ],
    [
      'an address that nobody asked',
      item('Look up the docs url:https://example.com/api', read('docs/a.md')),
      undefined,
      'weak',
      ['Item 1 names url:https://example.com/api as its proof, but no call of the log mentions it.'],
    ],
  ])('%s', async (_, steps, repo, verdict, says) => {
    const found = await proofs(steps, repo)
    expect(verdict.split(' or ')).toContain(found.verdict)
    expect(found.says).toEqual(says)
  })
})

describe('what a repository shows unasked', () => {
  it('is a commit of the time of the item, with the files that it names', async () => {
    expect(await proofs(item('Fix src/a.ts'), repository(['src/a.ts', 'src/b.ts']))).toMatchInlineSnapshot(`
      {
        "proofs": [
          {
            "detail": "commit 1a2b3c4d5e of 1970-01-01 01:00 UTC changes src/a.ts, src/b.ts",
            "found": true,
            "named": null,
            "where": "repository",
          },
        ],
        "says": [],
        "verdict": "supported",
      }
    `)
    expect((await proofs(item('Fix src/a.ts'), repository(['src/b.ts']))).verdict).toBe('unsupported')
    expect((await proofs(item('Fix src/a.ts'), repository(['src/a.ts'], 1))).verdict).toBe('unsupported')
    expect((await proofs(item('Fix the cache'), repository(['src/a.ts']))).verdict).toBe('unsupported')
    expect((await proofs(item('Fix src/a.ts'))).verdict).toBe('unsupported')
  })
})
