/** What scripts for developers answer to who asks for help, or for an option that they have not. */

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const scripts = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => join('test', name))
  .filter((name) => name.endsWith('.mjs') && readFileSync(name, 'utf8').includes('/script-options.mjs'))

test.each(scripts)('%s says what stands at its head, and no stack', (script) => {
  const answer = (word: string) => spawnSync(process.execPath, [script, word], { encoding: 'utf8' })
  const help = answer('--help')
  expect(help).toMatchObject({ status: 0, stderr: '' })
  expect(help.stdout).toMatch(/^\w.*\n/)
  expect(answer('--bogus')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^Unknown option '--bogus'.*\n\n/),
    stdout: '',
  })
  expect(answer('--bogus').stderr.endsWith(help.stdout)).toBe(true)
})
