// What a script for developers was called with. Asked for help, or for an option that it has not, it prints its own head.
import { readFileSync } from 'node:fs'
import { parseArgs as parse } from 'node:util'

/** As `parseArgs` of `node:util`, but for the end of the process where the words are wrong. @type {typeof parse} */
export const parseArgs = (config) => {
  if (process.argv.slice(2).includes('--help')) {
    process.stdout.write(head())
    process.exit(0)
  }
  try {
    return parse(config)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    process.stderr.write(`${error.message}\n\n${head()}`)
    process.exit(2)
  }
}

/** The comment that the script begins with, without its marks. */
function head() {
  const script = readFileSync(process.argv[1] ?? '', 'utf8')
  const [comment = ''] = /^(?:\/\*\*[\s\S]*?\*\/|(?:\/\/.*\n)+)/.exec(script) ?? []
  const lines = comment.split('\n').map((line) => line.replace(/^(?:\/\*\*| \*\/| \*|\/\/) ?/, ''))
  return `${lines.join('\n').trim()}\n`
}
