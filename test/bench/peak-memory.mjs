// How much memory a process took at most. It tells itself: this file is loaded into it.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

const told = process.env.TELL_PEAK_MEMORY
if (told !== undefined && isMainThread)
  process.on('exit', () => writeFileSync(told, `${process.resourceUsage().maxRSS * 1024}`))

/** @param {readonly string[]} words those after `node` @returns bytes */
export function peakMemory(words, folder) {
  const file = join(folder, 'peak-memory')
  const env = { ...process.env, TELL_PEAK_MEMORY: file, NODE_OPTIONS: `--import ${import.meta.url}` }
  const { status, stderr } = spawnSync(process.execPath, words, {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`node ${words.join(' ')}: ${stderr}`)
  const bytes = Number(readFileSync(file, 'utf8'))
  rmSync(file)
  return bytes
}
