/** Runs the built program, as people do: `npm test` builds before it tests. */

import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

/** The built program. */
export const program = fileURLToPath(new URL('../bin/todo-replay.js', import.meta.url))

/** What a run gave. */
export interface ProgramRun {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A folder for one test file, in which the program runs, so that no path of this machine comes into its output. */
export class Workplace {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'todo-replay-'))

  constructor() {
    afterAll(() => rmSync(this.folder, { recursive: true, force: true }))
  }

  /** Writes a file. */
  write(path: string, content: string | Uint8Array): void {
    const whole = join(this.folder, path)
    mkdirSync(dirname(whole), { recursive: true })
    writeFileSync(whole, content)
  }

  /** Makes an empty folder. */
  makeFolder(path: string): void {
    mkdirSync(join(this.folder, path), { recursive: true })
  }

  /** Runs the program with these words, in the folder. */
  run(
    words: string,
    options: { readonly input?: string; readonly env?: NodeJS.ProcessEnv } = {},
  ): Promise<ProgramRun> {
    const { PATH } = process.env
    const child = spawn(process.execPath, [program, ...words.split(' ').filter((word) => word !== '')], {
      cwd: this.folder,
      env: { COLUMNS: '80', ...(PATH === undefined ? {} : { PATH }), ...options.env },
    })
    return new Promise((resolve, reject) => {
      let stdout = ''
      let stderr = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        stdout += text
      })
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text
      })
      child.on('error', reject)
      child.on('close', (code) => resolve({ code, stdout, stderr }))
      child.stdin.on('error', () => undefined) // the program need not read it
      child.stdin.end(options.input ?? '')
    })
  }

  /** Runs the program and gives what a person sees: its output, its messages and its exit code. */
  async screen(
    words: string,
    options: { readonly input?: string; readonly env?: NodeJS.ProcessEnv } = {},
  ): Promise<string> {
    const { code, stdout, stderr } = await this.run(words, options)
    const parts = [stdout, stderr === '' ? '' : `--- stderr\n${stderr}`, `--- exit ${code}`]
    return parts.filter((part) => part !== '').join('')
  }

  /** Runs the program and reads its output as JSON. */
  async json(words: string): Promise<unknown> {
    return JSON.parse((await this.run(words)).stdout)
  }
}

/** A screen without the names of all profiles and formats, so that one more of them changes no test. */
export function withoutLists(screen: string): string {
  return screen
    .replace(/todo-manager, todo-write, [^.)]*/g, 'todo-manager, …')
    .replace(/\(neutral, [^)]*\)/g, '(neutral, …)')
}
