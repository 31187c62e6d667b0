/** Runs a program that answers pages: in an empty folder of its own, unless it is the user's own command. */

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@todo-ledger/audit/reader'
import { type ReaderReply, ReaderTrouble } from '../reader.js'

/** Asks a program about a page. @throws ReaderTrouble */
export type AskProgram = (page: Page, signal: AbortSignal, env: NodeJS.ProcessEnv) => Promise<ReaderReply>

/** What a program is run with. */
export interface ProgramCall {
  /** Its name, or its path. */
  readonly program: string
  readonly args: readonly string[]
  /** What it reads. */
  readonly input: string
  readonly cwd: string
  /** Ends it. */
  readonly signal: AbortSignal
  readonly env: NodeJS.ProcessEnv
}

/** Milliseconds that a program may take for one page. */
const longest = 5 * 60 * 1000

/** Characters of an output that are kept. */
const most = 1_000_000

/** Uses an empty folder, so that nothing of a project reaches what is run there. */
export async function inEmptyFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'todo-replay-reader-'))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What the program printed. @throws ReaderTrouble */
export function printedBy({ program, args, input, ...options }: ProgramCall): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, timeout: longest, stdio: ['pipe', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (stdout.length < most) stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (stderr.length < most) stderr += text
    })
    child.stdin.on('error', () => undefined) // it need not read all of it
    child.on('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'ENOENT'
          ? new ReaderTrouble(`There is no program ${program}. Install it, or name another reader.`, {
              isFinal: true,
            })
          : new ReaderTrouble(`${program} could not be run: ${error.message}`),
      )
    })
    child.on('close', (code, ended) => {
      if (code === 0) resolve(stdout)
      else reject(new ReaderTrouble(`${program} ended with ${ended ?? code}: ${lastLine(stderr || stdout)}`))
    })
    child.stdin.end(input)
  })
}

function lastLine(text: string): string {
  return (text.trim().split('\n').at(-1) ?? '').slice(0, 300)
}

/** The value of a program's JSON. @throws ReaderTrouble */
export function jsonFrom(program: string, text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Said below.
  }
  throw new ReaderTrouble(`${program} printed no JSON object: ${lastLine(text)}`)
}

/** A field of a value that a program gave. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined
}
