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
  /** How many arguments of its own stand before the command; `--` where it must come after that or after `-c`. */
  readonly skip: string
  /** What the rest is: a command where empty, else a `package` that carries one, a `script`, a `python` file or command. */
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
nix develop, nix shell, nix-shell | -p -A -I | --
`)

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

/** Looks through every wrapper around a command, at most twelve deep. Never throws. */
export function unwrap(words: readonly string[]): Unwrapped {
  let current = words
  let background = false
  for (let layer = 0; layer < deepest; layer += 1) {
    const program = baseName(current[0] ?? '').toLowerCase()
    background ||= /^(?:nohup|setsid|screen)$/.test(program)
    const inner = innerOf(program, current)
    const scripts = scriptsOf(program, current) ?? (inner?.rest === 'script' ? [inner.words.join(' ')] : null)
    if (scripts !== null)
      return { words: [], background: background || program === 'tmux', commands: [], scripts }
    if (inner === null) break
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

const concurrentlyValued = wordSet('-n -c -p --names --prefix-colors --prefix --max-processes')

/** The shell texts that a command is given, where it is a shell or hands text to one; null where it is none. */
function scriptsOf(program: string, words: readonly string[]): readonly string[] | null {
  const optionAt = (pattern: RegExp) => words.findIndex((word, index) => index > 0 && pattern.test(word))
  const behind = (pattern: RegExp, isWhole: boolean) => {
    const at = optionAt(pattern)
    const rest = words.slice(at + 1)
    return at < 0 || rest.length === 0 ? null : [isWhole ? rest.join(' ') : (rest[0] ?? '')]
  }
  if (shells.has(program)) {
    const at = optionAt(/^-[A-Za-z]{0,6}c$/)
    const file = words.findIndex((word, index) => index > 0 && !isOption(word))
    if (at < 0 || (file >= 0 && file < at && !/^-[a-z]*o$/.test(words[file - 1] ?? ''))) return null
    const script = words.slice(at + 1).find((word) => !isOption(word))
    return script === undefined ? null : [script]
  }
  switch (program) {
    case 'powershell':
    case 'pwsh':
      return behind(/^-c(?:ommand)?$/i, true)
    case 'cmd':
      return behind(/^\/{1,2}[ck]$/i, true)
    case 'su':
    case 'runuser':
    case 'nix-shell':
    case 'script':
    case 'vagrant':
    case 'fly':
    case 'flyctl':
      return behind(/^(?:-c|--command|--run|-C)$/, false)
    case 'concurrently':
      return words
        .filter((word, at) => at > 0 && !isOption(word) && !concurrentlyValued.has(words[at - 1] ?? ''))
        .map((one) => one.replace(/^(npm|pnpm|yarn|bun):/, '$1 run '))
    case 'tmux': {
      const sends = optionAt(/^(?:send(?:-keys)?|new(?:-session|-window|w)?|split-window)$/) > 0
      const script = words.find((word, index) => index > 1 && word.includes(' '))
      return sends && script !== undefined ? [script] : null
    }
    default:
      return null
  }
}

function innerOf(
  program: string,
  words: readonly string[],
): { readonly words: readonly string[]; readonly rest: string } | null {
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

function afterOwn(
  words: readonly string[],
  from: number,
  valued: ReadonlySet<string>,
  skip: number,
): readonly string[] {
  let index = firstPositional(words, from, valued) + skip
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
