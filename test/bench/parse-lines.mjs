// Reads all lines of a file, parses them, and does nothing with them.
import { readFileSync } from 'node:fs'

let lines = 0
for (const line of readFileSync(process.argv[2], 'utf8').split('\n'))
  if (line !== '' && JSON.parse(line) !== null) lines += 1
process.stdout.write(`${lines}\n`)
