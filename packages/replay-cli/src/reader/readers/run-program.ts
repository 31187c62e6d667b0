/** Runs a program that answers pages: in an empty folder of its own, unless it is the user's own command. */

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ReaderTrouble } from '../reader.js'

/** What a program is run with. */
export interface ProgramCall {
  /** Its name, or its path. */
  readonly program: string
  /** Its words; those that name a file of the folder get its path. */
  readonly words: (folder: string) => readonly string[]
  /** What it reads. */
  readonly input: string
  /** The folder that it is run in; an empty one of its own when absent, so that nothing of a project reaches it. */
  readonly cwd?: string
  /** Ends it. */
  readonly signal: AbortSignal
  /** Its environment. */
  readonly env: NodeJS.ProcessEnv
  /** Does something with the folder before it is run. */
  readonly prepare?: (folder: string) => void
  /** Takes away what it left elsewhere, however it ended. */
  readonly clear?: (folder: string) => void
  /** What is to be done where the program is not there. */
  readonly missing: string
}

/** Milliseconds that a program may take for one page. */
const longest = 5 * 60 * 1000

/** Characters of an output that are kept. */
const most = 1_000_000

/**
 * What the program printed.
 * @param then reads what is in the folder before it goes
 * @throws ReaderTrouble
 */
export async function runProgram(
  call: ProgramCall,
  then: (folder: string) => string | null = () => null,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'todo-replay-reader-'))
  try {
    call.prepare?.(folder)
    const printed = await printedBy(call, folder)
    return then(folder) ?? printed
  } finally {
    call.clear?.(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

function printedBy(
  { program, words, input, cwd, signal, env, missing }: ProgramCall,
  folder: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words(folder), {
      cwd: cwd ?? folder,
      env,
      signal,
      timeout: longest,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
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
          ? new ReaderTrouble(`There is no program ${program}. ${missing}`, { isFinal: true })
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
