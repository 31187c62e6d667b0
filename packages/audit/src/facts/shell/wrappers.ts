/** Looks through the commands that only run another command: `timeout 60 …`, `npx …`, `docker exec x …`, `sh -c "…"`. */

import { parseShell } from './syntax.js'
import { baseName, firstPositional, isAssignment, isOption, wordSet } from './words.js'

/**
 * `programs with their subcommands | options that take a value | arguments to skip | kind of rest`. Where `--` is to be
 * skipped, the command comes after that or after `-c`. The rest is a command, a `package` that carries one, a `script`,
 * or a `python` file or command.
 */
const wrappers = readTable(`
command, builtin, nohup, setsid, cross-env, corepack, valgrind, unbuffer, rtk
bundle exec, rbenv exec, pyenv exec, asdf exec, rye run, ddev exec
exec, nice, ionice, time, stdbuf, caffeinate | -a -n -c -p -f -o -i -e -t -w --adjustment
sudo, doas | -u -g -p -C -h -r -t -U --user --group
timeout, gtimeout, flock | -k -s -w -E --kill-after --signal | 1
env, env-cmd, dotenv, dotenvx run | -u -C -S -f -e -c -v --unset --chdir --env-file
xargs, parallel, watch | -n -I -P -L -d -E -s -a -j -N --max-args --max-procs --delimiter --replace --jobs --interval
strace, xvfb-run, watchexec, systemd-run, xcrun, wsl | -e -o -p -s -r -n -f -w -i -u -d --sdk --unit --distribution
direnv exec, chroot, nvm exec | | 1
op run, doppler run, infisical run, aws-vault exec, mise exec, mise x | --env-file -p -c --project --config --env --path -C --cd | --
npx, npm exec, npm x, bunx, bun x | -p -w --package --workspace --cache --prefix | 0 | package
pnpm exec, pnpm dlx, pnpx, yarn exec, yarn dlx | --package --filter -F -C --dir -p --cwd | 0 | package
uvx, uv tool run, pipx run | --from --with --python -p --spec | 0 | package
volta run, fnm exec, heroku run | --node --npm --yarn --using -a --app
uv run | --with --python -p --extra --group --project --directory --env-file --with-requirements --package --index | 0 | python
poetry run, pipenv run, yarn node, coverage run | -C --directory -P --project --source --omit --include --rcfile -p | 0 | python
conda run, micromamba run, nyc, c8 | -n -p --name --prefix --reporter --report-dir --temp-dir -r -o
docker exec, podman exec, docker container exec | -u -w -e --user --workdir --env --env-file | 1
docker compose exec, docker compose run, docker-compose exec, docker-compose run | -u -w -e -v -p -f --user --workdir --env --name --entrypoint --index --file --project-name --env-file --profile | 1
docker run, podman run | -u -w -e -v -p -m -l --user --workdir --env --env-file --volume --publish --name --network --entrypoint --mount --platform --cpus --memory --add-host --label --restart --hostname --gpus | 1
kubectl exec, oc exec | -n -c -i --namespace --container --context | --
devcontainer exec | --workspace-folder --config --container-id
ssh | -i -p -l -o -F -J -L -R -D -b -c -E -W | 1 | script
eval | | 0 | script
nix develop, nix shell | -p -A -I | --
`)

interface Wrapper {
  readonly path: readonly string[]
  readonly valued: ReadonlySet<string>
  readonly skip: string
  readonly rest: string
}

function readTable(text: string): ReadonlyMap<string, readonly Wrapper[]> {
  const found = new Map<string, Wrapper[]>()
  for (const line of text.trim().split('\n')) {
    const [names = '', valued = '', skip = '', rest = ''] = line.split('|').map((cell) => cell.trim())
    for (const name of names.split(', ')) {
      const [program = '', ...path] = name.split(' ')
      found.set(program, [...(found.get(program) ?? []), { path, valued: wordSet(valued), skip, rest }])
    }
  }
  return found
}

/** Shells, which read a script from a word or from their input. */
export const shells: ReadonlySet<string> = wordSet('bash sh zsh dash ksh fish ash')
const deepest = 12

/**
 * What a command really runs, wrappers around it looked through, at most twelve deep: its words, empty where shell lines
 * that it was given as text stand in their place; the commands of `find -exec`; whether it is left running. Never throws.
 */
export function unwrap(words: readonly string[]) {
  let current = words
  let background = false
  for (let layer = 0; layer < deepest; layer += 1) {
    const program = baseName(current[0] ?? '').toLowerCase()
    background ||= program === 'nohup' || program === 'setsid'
    const inner = innerOf(program, current)
    const script = scriptOf(program, current) ?? (inner?.rest === 'script' ? inner.words.join(' ') : null)
    if (script !== null) return { words: [], script, commands: [], background }
    if (inner === null) break
    current = inner.words
  }
  return { words: current, script: null, commands: commandsOfFind(current), background }
}

/** The line that stands in the shells around it: `cat a` of `bash -lc "cat a"` and of `pwsh -Command "cat a"`. */
export function lineInShells(line: string): string {
  if (
    !/^\W{0,3}(?:\S{0,80}[\\/])?(?:(?:ba|z|da|k|fi|a)?sh|pwsh|powershell|cmd|env|sudo|timeout)\b/i.test(line)
  )
    return line
  const [pipeline, ...others] = parseShell(line)
  const [stage, ...stages] = pipeline?.stages ?? []
  if (stage?.kind !== 'command' || others.length > 0 || stages.length > 0) return line
  const isShell = stage.words.some((word) => /^(?:[a-z]{0,2}sh|powershell|cmd)$/i.test(baseName(word)))
  const { script } = unwrap(stage.words)
  return !isShell || script === null || script === line ? line : lineInShells(script.trim())
}

/** The shell text that a shell is given; null where the program is none. */
function scriptOf(program: string, words: readonly string[]): string | null {
  const behind = (pattern: RegExp) => {
    const at = words.findIndex((word, index) => index > 0 && pattern.test(word))
    return at < 0 || at + 1 >= words.length ? null : words.slice(at + 1).join(' ')
  }
  if (/^(?:powershell|pwsh)$/.test(program)) return behind(/^-c(?:ommand)?$/i)
  if (program === 'cmd') return behind(/^\/{1,2}[ck]$/i)
  if (!shells.has(program)) return null
  const at = words.findIndex((word, index) => index > 0 && /^-[A-Za-z]{0,6}c$/.test(word))
  const file = words.findIndex((word, index) => index > 0 && !isOption(word))
  if (at < 0 || (file >= 0 && file < at && !/^-[a-z]*o$/.test(words[file - 1] ?? ''))) return null
  return words.slice(at + 1).find((word) => !isOption(word)) ?? null
}

function innerOf(program: string, words: readonly string[]) {
  for (const { path, valued, skip, rest } of wrappers.get(program) ?? []) {
    let at = 1
    const fits = path.every((step) => {
      at = firstPositional(words, at, valued) + 1
      return words[at - 1] === step
    })
    if (!fits) continue
    const inner = skip === '--' ? afterDashes(words, at) : afterOwn(words, at, valued, Number(skip))
    const [first = '', ...others] = inner
    // `command -v x` and `env` alone run nothing else.
    if (inner.length === 0 || (program === 'command' && /^-[vV]$/.test(words[1] ?? ''))) return null
    if (rest === 'package') return { words: [packageProgram(first), ...others], rest }
    return { words: rest === 'python' ? pythonWords(program, words, inner) : inner, rest }
  }
  return null
}

function afterDashes(words: readonly string[], from: number): readonly string[] {
  const at = words.findIndex((word, index) => index >= from && /^(?:--|-c|--command)$/.test(word))
  return at < 0 ? [] : words.slice(at + 1)
}

function afterOwn(words: readonly string[], from: number, valued: ReadonlySet<string>, skip: number) {
  let index = firstPositional(words, from, valued) + skip
  if (words[index] === '--') index += 1
  while (index < words.length && isAssignment(words[index] ?? '')) index += 1
  return words.slice(index)
}

/** The program that a package of that name carries, its version taken away. */
function packageProgram(name: string): string {
  const bare = name.replace(/(?<=.)@.*$/, '')
  const known: Record<string, string> = {
    typescript: 'tsc',
    '@playwright/test': 'playwright',
    '@angular/cli': 'ng',
  }
  if (!bare.startsWith('@')) return known[bare] ?? bare
  const [scope = '', last = ''] = bare.slice(1).split('/')
  return known[bare] ?? (last === 'cli' ? scope : last.replace(/-cli$/, ''))
}

/** Runners of Python take a file, a module after `-m`, or a command; `yarn node` always means Node.js. */
function pythonWords(program: string, words: readonly string[], inner: readonly string[]): readonly string[] {
  if (program === 'yarn') return ['node', ...inner]
  const module = words.indexOf('-m')
  if (module > 0 && module < words.indexOf(inner[0] ?? '')) return ['python', ...words.slice(module)]
  return /\.py$/.test(inner[0] ?? '') ? ['python', ...inner] : inner
}

/** The commands that `find` runs on what it finds. */
function commandsOfFind(words: readonly string[]): readonly (readonly string[])[] {
  if (baseName(words[0] ?? '') !== 'find') return []
  const at = words.findIndex((word) => /^-(?:exec|execdir|ok|okdir)$/.test(word))
  const end = words.findIndex((word, index) => index > at && (word === ';' || word === '+'))
  return at < 0 || end < 0 ? [] : [words.slice(at + 1, end)]
}
