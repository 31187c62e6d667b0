/** What the interpreters of languages run: a file, a module, code on the line or code that is read from the input. */

import type { TouchedFile } from '../calls/call.js'
import { fileName, isScratch, wordSet } from './words.js'

/** What an interpreter is to run: a purpose, the command that a module stands for, code (empty where unseen), a file. */
export type Interpretation =
  | { readonly kind: 'purpose'; readonly purpose: 'typecheck' | 'test' | 'read' }
  | { readonly kind: 'command'; readonly words: readonly string[] }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'file'; readonly path: string }

/** `names | options with code | options that take a value | options that check the syntax`. */
const interpreters = new Map(
  `
python py pypy ipython | -c | -W -X |
node nodejs | -e --eval -p --print -pe | -r --require --import --loader --env-file --conditions -C | -c --check
tsx ts-node babel-node vite-node swc-node | -e --eval -p | -r --require --tsconfig -P --project --import --env-file |
ruby jruby | -e | -I -r | -c
perl | -e -E -ne -pe -lne -i -pi | -I -M | -c
php | -r | -d -c | -l
rscript r lua luajit osascript | -e | -l |
julia | -e -E | -p -t |
java groovy scala clojure clj bb | -e -M | -cp -classpath --class-path |
bash sh zsh dash ksh fish ash pwsh powershell | | -o -ExecutionPolicy | -n`
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [names = '', ...options] = line.split('|')
      const [code, valued, syntax] = ['', '', ''].map((none, at) => wordSet(options[at] ?? none))
      return [...wordSet(names)].map((name) => [name, { code, valued, syntax }] as const)
    }),
)

/** The interpreter's bare name: `python3.12` and `python3` are `python`. */
export function interpreterOf(program: string): string | null {
  const bare = program.replace(/[0-9.]{1,8}$/, '')
  return interpreters.has(bare) ? bare : null
}

/**
 * What the interpreter runs. `input` is the text of a here-document, or null.
 * With neither a file nor code it reads its input: the code is then what `input` holds, or nothing.
 */
export function interpret(name: string, words: readonly string[], input: string | null): Interpretation {
  const { code, valued, syntax } = interpreters.get(name) ?? {}
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index] ?? ''
    const next = words[index + 1]
    if (word === '--test') return { kind: 'purpose', purpose: 'test' }
    if (syntax?.has(word)) return { kind: 'purpose', purpose: 'typecheck' }
    if (/^(?:--version|-V|--help|-h|-version)$/.test(word)) return { kind: 'purpose', purpose: 'read' }
    if (name === 'python' && word === '-m' && next !== undefined)
      return moduleOf(next, words.slice(index + 1))
    if (code?.has(word)) return { kind: 'code', code: next ?? '' }
    if (word === '-jar' || word === '-File') return { kind: 'file', path: next ?? '' }
    if (!word.startsWith('-')) return fileOf(word, words.slice(index))
    if (valued?.has(word)) index += 1
  }
  return { kind: 'code', code: input ?? '' }
}

const modules = new Map<string, 'typecheck' | 'test' | 'read'>([
  ['unittest', 'test'],
  ['doctest', 'test'],
  ['py_compile', 'typecheck'],
  ['compileall', 'typecheck'],
  ['json.tool', 'read'],
])

function moduleOf(module: string, words: readonly string[]): Interpretation {
  const purpose = modules.get(module)
  if (purpose !== undefined) return { kind: 'purpose', purpose }
  if (/^(?:venv|virtualenv|ensurepip)$/.test(module)) return { kind: 'command', words: ['pip', 'install'] }
  if (module === 'build') return { kind: 'command', words: ['uv', 'build'] }
  return module.includes('.')
    ? { kind: 'file', path: module.replaceAll('.', '/') }
    : { kind: 'command', words }
}

/** A file inside a package is the program that the package carries; `manage.py` and `artisan` have commands. */
function fileOf(path: string, words: readonly string[]): Interpretation {
  const name = fileName(path)
  if (/^(?:artisan|manage\.py)$/.test(name)) return { kind: 'command', words: [name, ...words.slice(1)] }
  const bare = name.replace(/\.(?:m|c)?js$/, '')
  const isInstalled = /(?:^|\/)(?:node_modules|vendor|\.?venv|env|bin)\//.test(path)
  return isInstalled && !/^(?:index|main|cli)$/.test(bare)
    ? { kind: 'command', words: [bare, ...words.slice(1)] }
    : { kind: 'file', path }
}

/** Calls by which code writes, renames or removes files. Each pattern is bounded, so that scanning is linear. */
const writingCalls =
  /\bopen\s{0,4}\([^)\n]{0,200},\s{0,4}(?:mode\s{0,2}=\s{0,2})?['"][wax]b?\+?['"]|\.write_(?:text|bytes)\s{0,4}\(|\b(?:writeFile|appendFile|writeTextFile|copyFile|outputFile|writeJson)(?:Sync)?\s{0,4}\(|\bfile_put_contents\s{0,4}\(|\bFile\.(?:write|open)\s{0,4}\(|\bBun\.write\s{0,4}\(|\bshutil\.(?:copy|copy2|copytree|move|rmtree)\b|\bos\.(?:rename|remove|replace|makedirs|unlink)\s{0,4}\(|\bfs\.(?:rm|unlink|rename|cp|mkdir)(?:Sync)?\s{0,4}\(/
/** Calls by which code runs tests. */
const testingCalls =
  /\b(?:pytest\.main|unittest\.main|doctest\.testmod|Pkg\.test)\s{0,4}\(|\b(?:devtools::test|testthat::test_\w{1,20})\s{0,4}\(/
const quotedPath = /(?:[\w.]{1,40}\(|=)\s{0,4}[rfbu]?(['"`])([^'"`\n]{1,300})\1/g
const plainPath = /^[\w@~./-]{0,290}\w(?:\.[A-Za-z]\w{0,7}|\/\w[\w@./-]{0,100})$/

/** What code that an interpreter was given does: it runs, or it writes the files that it names. */
export function useOfCode(code: string) {
  const seen = code.slice(0, 20_000)
  const named = [...seen.matchAll(quotedPath)]
    .map((match) => match[2] ?? '')
    .filter((one) => plainPath.test(one))
  const paths = [...new Set(named)].slice(0, 20)
  const writes = writingCalls.test(seen) && (paths.length === 0 || !paths.every((path) => isScratch(path)))
  const files = paths.map((path): TouchedFile => ({ path, access: writes ? 'write' : 'read' }))
  return { writes, tests: testingCalls.test(seen), files }
}
