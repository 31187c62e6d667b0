// Loads the parts of the program (`program/*.cjs`), with what V8 compiled of them when they were built: reading and
// compiling them again would be half of a start. Another Node.js than that of the build keeps its own, where it can.
const { existsSync, readFileSync } = require('node:fs')
const nodeModule = require('node:module')
const { join, posix } = require('node:path')
const { cachedDataVersionTag, setFlagsFromString } = require('node:v8')
const { Script } = require('node:vm')

const folder = join(__dirname, '..', 'program')

// What V8 is told of the program. Known of the V8 of Node.js 20; another one might not know a setting, and would complain.
// Compiled code is kept for the settings that it was made under: this comes first.
if (process.versions.v8.startsWith('11.3.')) {
  // It optimizes what ran for a moment as if it would run for long: of an audit of 12 MB that took a third of all CPU
  // time, and most of it was lost. Seven times later it takes a tenth.
  setFlagsFromString('--interrupt-budget=1000000')
  // It lets the heap grow to a multiple of what is alive. Here lines come and go: an audit of 30 MB takes a tenth less
  // memory so, in the same time. A command that holds all that it reads takes it back: its run would be a fifth longer.
  setFlagsFromString('--heap-growing-percent=50')
}

/** Where the compiled code is of this very Node.js, under the options that it was started with. */
const compiledFolder = join(folder, `compiled-${cachedDataVersionTag().toString(16)}`)

module.exports = { compiledFolder, loadPart: chosenLoader(), partLoader }

function chosenLoader() {
  // Where faults of the program are looked for, stacks name the sources: Node.js knows maps of what it loads itself.
  const isSearched = (process.env.TODO_REPLAY_DEBUG ?? '') !== ''
  if (!isSearched && existsSync(compiledFolder))
    return partLoader((name) => join(compiledFolder, name)).loadPart
  if (isSearched) process.setSourceMapsEnabled(true)
  else nodeModule.enableCompileCache?.()
  return (name) => require(join(folder, name))
}

/**
 * @param compiledOf where the compiled code of a part is, or null
 * @returns what loads parts, and the scripts of those that it loaded
 */
function partLoader(compiledOf) {
  const parts = new Map()
  const scripts = new Map()
  const requireOther = nodeModule.createRequire(join(folder, 'main.cjs'))
  const requireFrom = (name) => (specifier) =>
    specifier.startsWith('.') ? loadPart(posix.join(posix.dirname(name), specifier)) : requireOther(specifier)

  function loadPart(name) {
    const known = parts.get(name)
    if (known !== undefined) return known.exports
    const part = { exports: {} }
    const script = scriptOf(name)
    scripts.set(name, script)
    parts.set(name, part)
    try {
      script.runInThisContext()(part.exports, requireFrom(name), part, join(folder, name))
    } catch (error) {
      parts.delete(name) // what could not be loaded is not there
      throw error
    }
    return part.exports
  }

  function scriptOf(name) {
    const file = compiledOf(name)
    return new Script(
      `(function (exports, require, module, __filename) {${readFileSync(join(folder, name), 'latin1')}\n})`,
      {
        filename: join(folder, name),
        cachedData: file === null ? undefined : compiled(file),
      },
    )
  }

  return { loadPart, scriptOf, scripts }
}

function compiled(file) {
  try {
    return readFileSync(file)
  } catch {
    return undefined // it is compiled then, as any module is
  }
}
