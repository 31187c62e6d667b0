/** Looks through the commands that only run another command: `timeout 60 …`, `npx …`, `docker exec x …`, `sh -c "…"`. */

import { parseShell } from './syntax.js'
import { baseName, firstPositional, isAssignment, isOption, wordSet } from './words.js'

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

/** `program and subcommands | options that take a value | arguments to skip | kind of rest`. */
const wrappers = readTable(`
sudo | -u -g -p -C -h -r -t -U --user --group
doas | -u -C
time | -f -o
timeout | -k -s --kill-after --signal | 1
gtimeout | -k -s --kill-after --signal | 1
nice | -n --adjustment
ionice | -c -n -p
nohup
setsid
stdbuf | -i -o -e
command
builtin
exec | -a
env | -u -C -S --unset --chdir
cross-env
cross-env-shell
env-cmd | -f -e
dotenv | -e -c -v -f
dotenvx run | -f -e --env-file
direnv exec | | 1
xargs | -n -I -P -L -d -E -s -a --max-args --max-procs --delimiter --replace
parallel | -j -I -N --jobs
watch | -n --interval
flock | -w -E | 1
strace | -e -o -p -s
ltrace | -e -o
valgrind
perf stat | -e -o -r
xvfb-run | -s -n -e -f
caffeinate | -t -w
unbuffer
chronic
systemd-run | -p -u --unit
arch
rtk
entr
watchexec | -w -e -i -f
proxychains
proxychains4
torsocks
flatpak-spawn
firejail
chroot | | 1
screen | -S -dmS -c
xcrun | -sdk --sdk
git bisect run
limactl shell | | 1
lxc exec | | --
incus exec | | --
distrobox enter | -n --name | --
toolbox run | -c
busybox
npx | -p -w --package --workspace --cache --prefix | 0 | package
npm exec | -p -w --package --workspace --prefix | 0 | package
npm x | -p -w --package --workspace --prefix | 0 | package
pnpm exec | --filter -F -C --dir | 0 | package
pnpm dlx | --package --filter -F -C --dir | 0 | package
pnpx | --package | 0 | package
yarn exec | --cwd | 0 | package
yarn dlx | -p --package --cwd | 0 | package
yarn node | | 0 | python
bunx | -p --package | 0 | package
bun x | -p --package | 0 | package
corepack
volta run | --node --npm --yarn
fnm exec | --using
nvm exec | | 1
bundle exec
rbenv exec
pyenv exec
asdf exec
uv run | --with --python -p --extra --group --project --directory --env-file --with-requirements --package --index | 0 | python
uvx | --from --with --python -p | 0 | package
uv tool run | --from --with --python -p | 0 | package
pipx run | --spec --python | 0 | package
poetry run | -C --directory -P --project | 0 | python
pipenv run | | 0 | python
conda run | -n -p --name --prefix
micromamba run | -n -p
mise exec | -C --cd | --
mise x | -C --cd | --
rye run
nyc | --reporter --report-dir --temp-dir
c8 | --reporter --reports-dir -r -o
coverage run | --source --omit --include --rcfile -p | 0 | python
op run | --env-file | --
doppler run | -p -c --project --config | --
infisical run | --env --path | --
aws-vault exec | | --
chamber exec | | --
docker exec | -u -w -e --user --workdir --env --env-file | 1
podman exec | -u -w -e --user --workdir --env | 1
nerdctl exec | -u -w -e | 1
docker compose exec | -u -w -e --user --workdir --env --index -f --file -p --project-name --env-file --profile | 1
docker compose run | -u -w -e -v -p --user --workdir --env --name --entrypoint -f --file --project-name --env-file --profile | 1
docker-compose exec | -u -w -e --user --workdir --env --index -f --file -p --project-name | 1
docker-compose run | -u -w -e -v -p --user --workdir --env --name --entrypoint -f --file --project-name | 1
podman compose exec | -u -w -e | 1
docker run | -u -w -e -v -p -m -l --user --workdir --env --env-file --volume --publish --name --network --entrypoint --mount --platform --cpus --memory --add-host --label --restart --hostname --gpus | 1
podman run | -u -w -e -v -p --user --workdir --env --env-file --volume --publish --name --network --entrypoint --mount --platform | 1
docker container exec | -u -w -e | 1
kubectl exec | -n -c --namespace --container --context -i | --
oc exec | -n -c --namespace --container | --
devcontainer exec | --workspace-folder --config --container-id
vagrant ssh | -c
ddev exec | -s
multipass exec | | --
heroku run | -a --app
wsl | -d -u --distribution --user
ssh | -i -p -l -o -F -J -L -R -D -b -c -E -W | 1 | script
eval | | 0 | script
nix develop | | -c
nix shell | | -c
nix-shell | -p -A -I | -c
`)

function readTable(text: string): ReadonlyMap<string, readonly Wrapper[]> {
  const found = new Map<string, Wrapper[]>()
  for (const line of text.trim().split('\n')) {
    const [name = '', valued = '', skip = '', rest = ''] = line.split('|').map((cell) => cell.trim())
    const [program = '', ...path] = name.split(' ')
    const dashes = skip === '--' || skip === '-c'
    const wrapper = { path, valued: wordSet(valued), skip: dashes ? 0 : Number(skip), dashes, rest }
    found.set(program, [...(found.get(program) ?? []), wrapper])
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
