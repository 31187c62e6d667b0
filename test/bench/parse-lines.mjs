// Reads all lines of files, parses them, and does nothing with them.
import { readFileSync } from 'node:fs'

let lines = 0
for (const file of process.argv.slice(2))
  for (const line of readFileSync(file, 'utf8').split('\n'))
    if (line !== '' && JSON.parse(line) !== null) lines += 1
process.stdout.write(`${lines}\n`)
