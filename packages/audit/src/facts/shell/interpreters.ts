/** What the interpreters of languages run: a file, a module, code on the line or code that is read from the input. */

import type { CommandUse } from '../calls/call.js'
import { isForAll, kindsOfScriptFile } from './script-names.js'
import { ofPurposes, writing } from './uses.js'
import { baseName, fileName, filesAmong, isScratch, looksLikePath, touched, wordSet } from './words.js'

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
 * What the interpreter runs. With neither a file nor code it reads its input.
 * @param input the text of a here-document, or null
 * @param again reads the command that a module or an installed file stands for
 */
export function useOfInterpreter(
  name: string,
  words: readonly string[],
  input: string | null,
  again: (words: readonly string[]) => CommandUse,
): CommandUse {
  if (name === 'perl' && words.some((word) => /^-[np0-7]{0,4}i/.test(word)))
    return writing(touched(words.slice(1).filter(looksLikePath), 'write'))
  const { code, valued, syntax } = interpreters.get(name) ?? {}
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index] ?? ''
    const next = words[index + 1]
    if (word === '--test') return ofPurposes(['test'], words, filesAmong(words))
    if (syntax?.has(word)) return ofPurposes(['typecheck'], words, filesAmong(words))
    if (/^(?:--version|-V|--help|-h|-version)$/.test(word))
      return ofPurposes(['read'], words, filesAmong(words))
    const rest = words.slice(index + 1)
    if (name === 'python' && word === '-m' && next !== undefined) {
      const purpose = modules.get(next)
      if (purpose !== undefined) return ofPurposes([purpose], words, filesAmong(words))
      if (/^(?:venv|virtualenv|ensurepip)$/.test(next)) return again(['pip', 'install'])
      if (next === 'build') return again(['uv', 'build'])
      return next.includes('.') ? useOfScript(next.replaceAll('.', '/'), words) : again(rest)
    }
    if (code?.has(word)) return useOfGivenCode(next ?? '', words)
    if (word === '-jar' || word === '-File') return useOfScript(next ?? '', words)
    if (!word.startsWith('-')) {
      // `manage.py` and `artisan` have commands; a file inside a package is the program that the package carries.
      const file = fileName(word)
      if (/^(?:artisan|manage\.py)$/.test(file)) return again([file, ...rest])
      const bare = file.replace(/\.(?:m|c)?js$/, '')
      const isInstalled = /(?:^|\/)(?:node_modules|vendor|\.?venv|env|bin)\//.test(word)
      return isInstalled && !/^(?:index|main|cli)$/.test(bare)
        ? again([bare, ...rest])
        : useOfScript(word, words)
    }
    if (valued?.has(word)) index += 1
  }
  return useOfGivenCode(input ?? '', words)
}

const modules = new Map<string, 'typecheck' | 'test' | 'read'>([
  ['unittest', 'test'],
  ['doctest', 'test'],
  ['py_compile', 'typecheck'],
  ['compileall', 'typecheck'],
  ['json.tool', 'read'],
])

/** A script that is run by its path: what its name says, and where that says little it may be anything. */
export function useOfScript(
  path: string,
  words: readonly string[],
  files = touched([path], 'read'),
): CommandUse {
  const use = ofPurposes(kindsOfScriptFile(path), words, files)
  const stem = baseName(path).replace(/\.\w{1,5}$/, '')
  return use.dry ? use : { ...use, opaque: use.checks.every((kind) => kind === 'run') || isForAll(stem) }
}

function useOfGivenCode(code: string, words: readonly string[]): CommandUse {
  const { writes, tests, files } = useOfCode(code)
  if (writes && !tests) return { ...writing(files), opaque: true }
  return { ...ofPurposes([tests ? 'test' : 'run'], words, files), opaque: !tests }
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
  return { writes, tests: testingCalls.test(seen), files: touched(paths, writes ? 'write' : 'read') }
}
