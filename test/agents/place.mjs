/** Where an edition of an agent is tried: its folder, its environment, and what is said of each thing that is held. */

import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { root } from '../../tools/set-up.mjs'

const todoReplay = join(root, 'packages/replay-cli/bin/todo-replay.js')

/** As long as a program may take. */
const longest = 240_000

/** @typedef {{ status: number | null, stdout: string, stderr: string }} Ended */

/** The place of one edition. */
export class Place {
  #tally

  /**
   * @param {import('./agents.mjs').Edition} edition the edition; @param {string} installed the folder of its node_modules
   * @param {string} folder an empty folder; @param {{ held: number, failed: number }} tally what was held so far
   */
  constructor(edition, installed, folder, tally = { held: 0, failed: 0 }) {
    this.#tally = tally
    this.edition = edition
    this.installed = installed
    this.folder = folder
    /** The words that start the agent. */
    this.program = edition.program.map((word) =>
      word === 'node' ? process.execPath : join(installed, 'node_modules', word),
    )
    /** The person's own folder. */
    this.home = this.make('home')
    /** The folder that the agent works in. */
    this.project = this.make('project')
    /** Nothing of the environment of whoever runs this reaches an agent, least of all a key. */
    this.environment = {
      PATH: process.env.PATH,
      COLUMNS: '80', // the width of the screens in docs/
      HOME: this.home,
      LANG: 'C.UTF-8',
      TERM: 'dumb',
      TMPDIR: this.make('tmp'),
    }
  }

  /** How many things were as they should be. */
  get held() {
    return this.#tally.held
  }

  /** How many were not. */
  get failed() {
    return this.#tally.failed
  }

  /** Another person's place, with folders of its own; what is held there counts here. */
  beside(name) {
    return new Place(this.edition, this.installed, this.make(name), this.#tally)
  }

  /** Makes a folder. */
  make(name) {
    const path = join(this.folder, name)
    mkdirSync(path, { recursive: true })
    return path
  }

  /** Something is as it should be, or is not. */
  expect(what, is, should) {
    if (isDeepStrictEqual(is, should)) this.#tally.held += 1
    else this.fail(what, `is     ${JSON.stringify(is)}\nshould ${JSON.stringify(should)}`)
  }

  /** Something is not as it should be. */
  fail(what, why) {
    this.#tally.failed += 1
    process.stdout.write(`  ✗ ${what}\n${String(why).replaceAll(/^/gm, '    ')}\n`)
  }

  /**
   * Runs a program to its end.
   * @param {readonly string[]} words the program and its words
   * @param {{ cwd?: string, env?: object, input?: string, during?: (child: import('node:child_process').ChildProcess) => void }} options
   * @returns {Promise<Ended>}
   */
  run(words, { cwd = this.project, env = {}, input, during } = {}) {
    const [program, ...rest] = words
    return new Promise((resolve, reject) => {
      const child = spawn(program, rest, { cwd, env: { ...this.environment, ...env } })
      const timer = setTimeout(() => child.kill('SIGKILL'), longest)
      let stdout = ''
      let stderr = ''
      child.stdout.on('data', (part) => {
        stdout += part
      })
      child.stderr.on('data', (part) => {
        stderr += part
      })
      child.on('error', reject)
      child.on('close', (status) => {
        clearTimeout(timer)
        resolve({ status, stdout, stderr })
      })
      if (during === undefined) child.stdin.end(input ?? '')
      else during(child)
    })
  }

  /** Runs todo-replay, as in a terminal of 80 columns. @param {readonly string[]} words its words */
  replay(...words) {
    return this.run([process.execPath, todoReplay, ...words], { env: { COLUMNS: '80' } })
  }

  /** What todo-replay prints as JSON; nothing may be skipped. */
  async replayed(...words) {
    const { status, stdout, stderr } = await this.replay(...words, '--json')
    this.expect(
      `todo-replay ${words[0]} says nothing is wrong with the file`,
      { status, stderr },
      { status: 0, stderr: '' },
    )
    return JSON.parse(stdout)
  }

  /** The events of a source, by session, in their order. */
  async events(source) {
    const { status, stdout, stderr } = await this.replay('export', source, '--no-redact')
    const wrong = complaints(stderr)
    this.expect('todo-replay export reads all of it', { status, wrong }, { status: 0, wrong: [] })
    const sessions = new Map()
    for (const line of stdout.split('\n').filter((each) => each !== '')) {
      const event = JSON.parse(line)
      if (!sessions.has(event.session)) sessions.set(event.session, [])
      sessions.get(event.session).push(event)
    }
    return sessions
  }
}

/**
 * What todo-replay said on standard error, without the empty files that an agent leaves: each of those is named, and the
 * number of files that could not be read is theirs.
 */
function complaints(stderr) {
  const lines = stderr.split('\n').filter((line) => line !== '')
  const empty = lines.filter((line) => line.includes('the file is empty'))
  const number = `warning: ${empty.length} ${empty.length === 1 ? 'file' : 'files'} could not be read`
  return lines.filter((line) => !empty.includes(line) && line !== number)
}
