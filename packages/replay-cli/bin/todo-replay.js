#!/usr/bin/env node
import { readFileSync, writeSync } from 'node:fs'
import nodeModule from 'node:module'

const words = process.argv.slice(2)
if (!isVersionTold()) {
  // Stacks name the sources where faults of the program are looked for.
  if ((process.env.TODO_REPLAY_DEBUG ?? '') !== '') process.setSourceMapsEnabled(true)
  else nodeModule.enableCompileCache?.()
  // It starts for every tool call of an agent: the rest of the program is left alone.
  if (words[0] === 'hook') await runAsHook()
  const { main } = await import('../program/main.js')
  process.exitCode = await main(words)
}

/** The version is told before anything is loaded. Where that can't be written, the program says why. */
function isVersionTold() {
  if (words.length !== 1 || !/^(?:-V|--version)$/.test(words[0])) return false
  try {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
    writeSync(1, `${version}\n`)
    return true
  } catch {
    return false
  }
}

async function runAsHook() {
  const loaded = await import('../program/hook-process.js').catch(async (error) => {
    // An installation that is broken is no reason to stop the agent; a person who tries something is told below.
    if (process.stdin.isTTY || words.some((word) => word.startsWith('--print') || /^(-h|--help)$/.test(word)))
      return null
    const told = await import('../program/fault-log.js').catch(() => null)
    try {
      told?.logFault(undefined, process.env, `todo-replay can't be loaded: ${error}`)
    } finally {
      process.exit(0)
    }
  })
  if (loaded?.isHookCall(words)) await loaded.hookProcess(words.slice(1))
}
