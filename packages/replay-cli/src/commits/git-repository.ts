/**
 * A git repository, read for its commits. Git runs without anything that the repository could bring along: no hooks,
 * no monitor, no external diff, no text conversion, no signature program, no pager, no fetching, no settings of the user.
 */

import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { Failure } from '../failure.js'
import { printable } from '../text/printable.js'

/** Settings that win over those of the repository. Source: git-config(1). */
const harmless = [
  ...['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'core.pager=cat', 'core.attributesFile=/dev/null'],
  ...['core.sshCommand=false', 'credential.helper=', 'diff.external=', 'log.showSignature=false'],
  ...['log.mailmap=false', 'protocol.allow=never', 'submodule.recurse=false'],
].flatMap((setting) => ['-c', setting])

/** Seconds that git may take for one answer, and the bytes that it may say. */
const longest = 60
const most = 256 * 1024 * 1024

/** As many commits are looked at for their time. */
const mostCommits = 1_000_000

export interface Commit {
  readonly hash: string
  /** When it was committed, in milliseconds since 1970. */
  readonly time: number
  /** The subject, the body and the trailers. */
  readonly message: string
}

/** A git repository as a whole: commits of all branches. */
export class GitRepository {
  readonly #root: string

  /** @param folder any folder of its working tree @throws Failure `bad-repository` where it is none, or git is not there */
  constructor(folder: string) {
    const { text, error } = run(folder, ['rev-parse', '--show-toplevel'])
    if (error !== null && /^fatal: not a git repository/.test(error))
      throw new Failure(
        'bad-repository',
        `${printable(folder === '.' ? process.cwd() : folder)} is not in a git repository. Name the folder of the one that the session worked in: --repo FOLDER.`,
      )
    if (error !== null)
      throw new Failure(
        'bad-repository',
        `--repo ${printable(folder)} can't be read as a git repository: ${printable(error, 300)}`,
      )
    this.#root = realpathSync(text.replace(/\n$/, ''))
  }

  /** The commits of all branches from one time to another, in milliseconds since 1970. */
  commitsBetween(from: number, to: number): readonly Commit[] {
    const [first, last] = [Math.floor(from / 1000), Math.ceil(to / 1000)]
    // `git log --since` ends at the first older commit, and a rebase or a wrong clock leaves newer ones behind it.
    const times = run(this.#root, ['log', '--all', `--max-count=${mostCommits}`, '--format=%ct %H']).text
    const hashes = times.split('\n').flatMap((line) => {
      const [seconds, hash] = line.split(' ')
      return hash === undefined || Number(seconds) < first || Number(seconds) > last ? [] : [hash]
    })
    if (hashes.length === 0) return []
    const words = ['log', '-z', '--format=%H %ct%n%B', '--no-walk=unsorted', '--stdin']
    const { text } = run(this.#root, words, hashes.join('\n'))
    return text.split('\0').flatMap((part) => {
      const [, hash, seconds, message = ''] = /^([\da-f]{40,64}) (\d+)\n(.*)$/s.exec(part) ?? []
      return hash === undefined ? [] : [{ hash, time: Number(seconds) * 1000, message: message.trim() }]
    })
  }
}

function run(
  folder: string,
  words: readonly string[],
  input = '',
): { readonly text: string; readonly error: string | null } {
  const { PATH = '' } = process.env
  const { stdout, stderr, status, error } = spawnSync('git', ['-C', folder, ...harmless, ...words], {
    ...{ input, encoding: 'utf8', maxBuffer: most, timeout: longest * 1000 },
    env: {
      ...{ PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_NO_LAZY_FETCH: '1' },
      ...{ GIT_NO_REPLACE_OBJECTS: '1', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
    },
  })
  if (error !== undefined) return { text: '', error: error.message }
  return status === 0 ? { text: stdout, error: null } : { text: '', error: stderr.trim() }
}
