/** The steps of the CI templates, as their services would run them: read off the files that users include. */

import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, parseAllDocuments } from 'yaml'

/** The folder of the repository. */
export const root: string = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** What a template takes, by its name. */
interface Inputs {
  readonly [name: string]: { readonly description: string; readonly default?: string }
}

/** A hook of pre-commit. */
export interface PreCommitHook {
  readonly id: string
  readonly entry: string
  readonly language: string
  readonly files?: string
  readonly pass_filenames?: boolean
}

/** A template: what it takes, what its step is given in the environment, and what it runs. */
export interface Template {
  readonly inputs: Inputs
  readonly env: { readonly [name: string]: string }
  readonly script: string
}

/** GitHub's action. */
export function githubAction(): Template {
  const { inputs, runs } = parse(read('ci/github/action.yml'))
  const [{ env, run }] = runs.steps
  return { inputs, env, script: run }
}

/** GitLab's job. */
export function gitlabJob(): Template & {
  readonly artifacts: { readonly reports: { readonly junit: string } }
} {
  const [head, body] = parseAllDocuments(read('ci/gitlab/todo-audit.yml'))
  const { spec } = head?.toJS() ?? {}
  const { variables, script, artifacts } = body?.toJS()['todo-audit'] ?? {}
  return { inputs: spec.inputs, env: variables, script: script.join('\n'), artifacts }
}

/** The hooks of pre-commit. */
export function preCommitHooks(): readonly PreCommitHook[] {
  return parse(read('.pre-commit-hooks.yaml'))
}

/** The environment of a step, its inputs filled in. */
export function filledIn(
  { inputs, env }: Template,
  given: { readonly [name: string]: string },
): { readonly [name: string]: string } {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      value.replace(/\$(?:\{\{|\[\[) inputs\.([\w-]+) (?:\}\}|\]\])/g, (_, input: string) => {
        const text = given[input] ?? inputs[input]?.default
        if (text === undefined) throw new Error(`the input ${input} is required`)
        return text
      }),
    ]),
  )
}

/** Puts the programs on a path, as `npm install -g` does: npx takes them from there. @returns the environment for it */
export function installedIn(folder: string): { readonly [name: string]: string } {
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  const program = join(root, 'packages/replay-cli/bin/todo-replay.js')
  const script = `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`
  writeFileSync(join(bin, 'todo-replay'), script, { mode: 0o755 })
  return {
    PATH: `${bin}:${process.env['PATH']}`,
    HOME: folder,
    npm_config_prefix: folder,
    // What is not found there must not be looked for elsewhere.
    npm_config_offline: 'true',
  }
}

/** Runs a program to its end. */
export async function ended(
  [program = '', ...words]: readonly string[],
  cwd: string,
  env: { readonly [name: string]: string },
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = spawn(program, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const parts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (part: string) => {
      parts[name] += part
    })
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve({ code, ...parts }))
  })
}
