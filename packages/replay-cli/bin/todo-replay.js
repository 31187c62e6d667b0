#!/usr/bin/env node
const words = process.argv.slice(2)
if (words[0] === 'hook') {
  // It starts for every tool call of an agent: the rest of the program is left alone.
  const { hookProcess, isHookCall } = await import('../dist/hook/hook-process.js')
  if (isHookCall(words)) await hookProcess(words.slice(1))
}
const { main } = await import('../dist/main.js')
process.exitCode = await main(words)
