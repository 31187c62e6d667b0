#!/usr/bin/env node
const words = process.argv.slice(2)
if (words[0] === 'hook') {
  // It starts for every tool call of an agent: the rest of the program is left alone.
  const loaded = await import('../dist/hook/hook-process.js').catch(async (error) => {
    // An installation that is broken is no reason to stop the agent; a person who tries something is told below.
    if (process.stdin.isTTY || words.some((word) => word.startsWith('--print') || /^(-h|--help)$/.test(word)))
      return null
    const told = await Promise.all([
      import('../dist/hook/hook-files.js'),
      import('../dist/hook/fault-log.js'),
    ]).catch(() => null)
    try {
      told?.[1].logFault(told[0].usualLog(process.env), `todo-replay can't be loaded: ${error}`)
    } finally {
      process.exit(0)
    }
  })
  if (loaded?.isHookCall(words)) await loaded.hookProcess(words.slice(1))
}
const { main } = await import('../dist/main.js')
process.exitCode = await main(words)
