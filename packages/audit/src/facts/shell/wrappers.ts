/** Looks through the commands that only run another command: `timeout 60 …`, `npx …`, `docker exec x …`, `sh -c "…"`. */

import { baseName } from './paths.js'
import { parseShell } from './syntax.js'
import { firstPositional, isAssignment, isOption, wordSet } from './words.js'

/** What a command really runs. */
export interface Unwrapped {
  /** The words of the command inside, or of the command itself where it wraps none; empty where scripts stand in its place. */
  readonly words: readonly string[]
  /** Shell lines that it was given as text, in order. */
  readonly scripts: readonly string[]
  /** Further commands that it runs, such as those of `find -exec`. */
  readonly commands: readonly (readonly string[])[]
  /** True where what it runs is left running. */
  readonly background: boolean
}

/** How a wrapper's own arguments are skipped. */
interface Wrapper {
  /** The subcommands that make it a wrapper, such as `compose` `exec`. */
  readonly path: readonly string[]
  readonly valued: ReadonlySet<string>
  /** How many arguments of its own stand before the command. */
  readonly skip: number
  /** True where the command must come after `--`. */
  readonly dashes: boolean
  /** What the rest is: a command, a package that carries one, a text that a shell reads, a Python file or command. */
  readonly rest: string
}

/** `programs with their subcommands | options that take a value | arguments to skip | kind of rest`. */
const wrappers = readTable(`
command, builtin, nohup, setsid, cross-env, cross-env-shell, corepack, valgrind, unbuffer, chronic, arch, rtk, entr
proxychains, proxychains4, torsocks, flatpak-spawn, firejail, busybox, git bisect run
bundle exec, rbenv exec, pyenv exec, asdf exec, rye run, ddev exec
exec, nice, ionice, time, stdbuf, caffeinate | -a -n -c -p -f -o -i -e -t -w --adjustment
sudo, doas | -u -g -p -C -h -r -t -U --user --group
timeout, gtimeout, flock | -k -s -w -E --kill-after --signal | 1
env, env-cmd, dotenv, dotenvx run | -u -C -S -f -e -c -v --unset --chdir --env-file
xargs, parallel, watch | -n -I -P -L -d -E -s -a -j -N --max-args --max-procs --delimiter --replace --jobs --interval
strace, ltrace, perf stat, xvfb-run, watchexec, systemd-run | -e -o -p -s -r -n -f -w -i -u --unit
screen, xcrun, wsl, toolbox run, vagrant ssh | -S -dmS -c -sdk --sdk -d -u --distribution --user
direnv exec, chroot, limactl shell, nvm exec | | 1
lxc exec, incus exec, aws-vault exec, chamber exec, multipass exec, distrobox enter | -n --name | --
op run, doppler run, infisical run, mise exec, mise x | --env-file -p -c --project --config --env --path -C --cd | --
npx, npm exec, npm x, bunx, bun x | -p -w --package --workspace --cache --prefix | 0 | package
pnpm exec, pnpm dlx, pnpx, yarn exec, yarn dlx | --package --filter -F -C --dir -p --cwd | 0 | package
uvx, uv tool run, pipx run | --from --with --python -p --spec | 0 | package
volta run, fnm exec, heroku run | --node --npm --yarn --using -a --app
uv run | --with --python -p --extra --group --project --directory --env-file --with-requirements --package --index | 0 | python
poetry run, pipenv run, yarn node | -C --directory -P --project | 0 | python
coverage run | --source --omit --include --rcfile -p | 0 | python
conda run, micromamba run | -n -p --name --prefix
nyc, c8 | --reporter --report-dir --reports-dir --temp-dir -r -o
docker exec, podman exec, nerdctl exec, docker container exec | -u -w -e --user --workdir --env --env-file | 1
docker compose exec, docker compose run, docker-compose exec, docker-compose run, podman compose exec | -u -w -e -v -p -f --user --workdir --env --name --entrypoint --index --file --project-name --env-file --profile | 1
docker run, podman run | -u -w -e -v -p -m -l --user --workdir --env --env-file --volume --publish --name --network --entrypoint --mount --platform --cpus --memory --add-host --label --restart --hostname --gpus | 1
kubectl exec, oc exec | -n -c -i --namespace --container --context | --
devcontainer exec | --workspace-folder --config --container-id
ssh | -i -p -l -o -F -J -L -R -D -b -c -E -W | 1 | script
eval | | 0 | script
nix develop, nix shell, nix-shell | -p -A -I | -c
`)

function readTable(text: string): ReadonlyMap<string, readonly Wrapper[]> {
  const found = new Map<string, Wrapper[]>()
  for (const line of text.trim().split('\n')) {
    const [names = '', valued = '', skip = '', rest = ''] = line.split('|').map((cell) => cell.trim())
    const dashes = skip === '--' || skip === '-c'
    for (const name of names.split(', ')) {
      const [program = '', ...path] = name.split(' ')
      const wrapper = { path, valued: wordSet(valued), skip: dashes ? 0 : Number(skip), dashes, rest }
      found.set(program, [...(found.get(program) ?? []), wrapper])
    }
  }
  return found
}

/** Shells, which read a script from a word or from their input. */
export const shells: ReadonlySet<string> = wordSet('bash sh zsh dash ksh fish ash')
const scriptOptions = wordSet('-c --command --run -C')
const scriptRunners = wordSet('su runuser nix-shell script vagrant fly flyctl')
const deepest = 12

/** Looks through every wrapper around a command, at most twelve deep. Never throws. */
export function unwrap(words: readonly string[]): Unwrapped {
  let current = words
  let background = false
  for (let layer = 0; layer < deepest; layer += 1) {
    const program = baseName(current[0] ?? '').toLowerCase()
    background ||= program === 'nohup' || program === 'setsid' || program === 'screen'
    const scripts = scriptsOf(program, current)
    if (scripts !== null)
      return { words: [], background: background || program === 'tmux', commands: [], scripts }
    const inner = innerOf(program, current)
    if (inner === null) break
    if (inner.script) return { words: [], scripts: [inner.words.join(' ')], commands: [], background }
    current = inner.words
  }
  return { words: current, scripts: [], commands: commandsOfFind(current), background }
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
  const runsShell = stage.words.some((word) =>
    /^(?:(?:ba|z|da|k|fi|a)?sh|pwsh|powershell|cmd)$/i.test(baseName(word)),
  )
  const [script, ...more] = runsShell ? unwrap(stage.words).scripts : []
  return script === undefined || more.length > 0 || script === line ? line : lineInShells(script.trim())
}

/** The shell texts that a command is given, where it is a shell or hands text to one; null where it is none. */
function scriptsOf(program: string, words: readonly string[]): readonly string[] | null {
  if (shells.has(program)) {
    const at = words.findIndex((word, index) => index > 0 && /^-[A-Za-z]{0,6}c$/.test(word))
    const firstFile = words.findIndex((word, index) => index > 0 && !isOption(word))
    if (at < 0 || (firstFile >= 0 && firstFile < at && !/^-[a-z]*o$/.test(words[firstFile - 1] ?? '')))
      return null
    const script = words.slice(at + 1).find((word) => !isOption(word))
    return script === undefined ? null : [script]
  }
  const rest = (pattern: RegExp) => {
    const at = words.findIndex((word, index) => index > 0 && pattern.test(word))
    return at < 0 ? null : [words.slice(at + 1).join(' ')]
  }
  if (program === 'powershell' || program === 'pwsh') return rest(/^-c(?:ommand)?$/i)
  if (program === 'cmd') return rest(/^\/{1,2}[ck]$/i)
  if (scriptRunners.has(program)) {
    const script = words[words.findIndex((word, index) => index > 0 && scriptOptions.has(word)) + 1]
    return words.some((word, index) => index > 0 && scriptOptions.has(word)) && script !== undefined
      ? [script]
      : null
  }
  if (program === 'concurrently') {
    const valued = wordSet('-n -c -p --names --prefix-colors --prefix --max-processes')
    return words
      .filter((word, index) => index > 0 && !isOption(word) && !valued.has(words[index - 1] ?? ''))
      .map((one) => one.replace(/^(npm|pnpm|yarn|bun):/, '$1 run '))
  }
  if (program !== 'tmux') return null
  const sends = words.some((word) =>
    /^(?:send(?:-keys)?|new(?:-session|-window|w)?|split-window)$/.test(word),
  )
  const script = words.find((word, index) => index > 1 && word.includes(' '))
  return sends && script !== undefined ? [script] : null
}

function innerOf(
  program: string,
  words: readonly string[],
): { words: readonly string[]; script: boolean } | null {
  for (const wrapper of wrappers.get(program) ?? []) {
    const start = afterPath(words, wrapper)
    if (start === null) continue
    const inner = wrapper.dashes ? afterDashes(words, start) : afterOwn(words, start, wrapper)
    // `command -v x` and `env` alone run nothing else.
    if (inner.length === 0 || (program === 'command' && /^-[vV]$/.test(words[1] ?? ''))) return null
    if (wrapper.rest === 'package')
      return { words: [packageProgram(inner[0] ?? ''), ...inner.slice(1)], script: false }
    if (wrapper.rest === 'python') return { words: pythonWords(program, words, inner), script: false }
    return { words: inner, script: wrapper.rest === 'script' }
  }
  return null
}

/** The index after the subcommands of the wrapper, or null where others stand there. */
function afterPath(words: readonly string[], wrapper: Wrapper): number | null {
  let index = 1
  for (const step of wrapper.path) {
    index = firstPositional(words, index, wrapper.valued)
    if (words[index] !== step) return null
    index += 1
  }
  return index
}

function afterDashes(words: readonly string[], from: number): readonly string[] {
  const at = words.findIndex(
    (word, index) => index >= from && (word === '--' || word === '-c' || word === '--command'),
  )
  return at < 0 ? [] : words.slice(at + 1)
}

function afterOwn(words: readonly string[], from: number, wrapper: Wrapper): readonly string[] {
  let index = firstPositional(words, from, wrapper.valued) + wrapper.skip
  if (words[index] === '--') index += 1
  while (index < words.length && isAssignment(words[index] ?? '')) index += 1
  return words.slice(index)
}

/** The program that a package of that name carries, its version taken away. */
function packageProgram(name: string): string {
  const at = name.lastIndexOf('@')
  const bare = at > 0 ? name.slice(0, at) : name
  if (!bare.startsWith('@')) return bare === 'typescript' ? 'tsc' : bare
  const [scope = '', last = ''] = bare.slice(1).split('/')
  if (bare === '@playwright/test') return 'playwright'
  if (bare === '@angular/cli') return 'ng'
  return last === 'cli' ? scope : last.replace(/-cli$/, '')
}

/** Runners of Python take a file, a module after `-m`, or a command; `yarn node` always means Node.js. */
function pythonWords(program: string, words: readonly string[], inner: readonly string[]): readonly string[] {
  if (program === 'yarn') return ['node', ...inner]
  const module = words.indexOf('-m')
  const first = words.indexOf(inner[0] ?? '')
  if (module > 0 && module < first) return ['python', ...words.slice(module)]
  return /\.py$/.test(inner[0] ?? '') ? ['python', ...inner] : inner
}

/** The commands that `find` runs on what it finds. */
function commandsOfFind(words: readonly string[]): readonly (readonly string[])[] {
  if (baseName(words[0] ?? '') !== 'find') return []
  const found: (readonly string[])[] = []
  let from = -1
  words.forEach((word, index) => {
    if (/^-(?:exec|execdir|ok|okdir)$/.test(word)) from = index + 1
    else if (from >= 0 && (word === ';' || word === '+')) {
      found.push(words.slice(from, index))
      from = -1
    }
  })
  return found
}
