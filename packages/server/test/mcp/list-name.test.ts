import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { listNamePattern, nameOfFolder, nameOfSession, sessionNamed } from '../../src/mcp/list-name.js'

const home = mkdtempSync(join(tmpdir(), 'list-name-'))
afterAll(() => rmSync(home, { recursive: true }))

const callers = ['', 'ada.', 'mcp:'].map((prefix) => ({ name: 'x', prefix }))

it('names every folder as a list, the same folder the same', () => {
  const folder = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '/',
      '..',
      '/a/../b',
      'C:\\Users\\Ada',
      '/tmp/\n',
      '/日本語',
      '/x'.repeat(300),
      '/.-_',
      '/ada.plan',
    ),
  )
  fc.assert(
    fc.property(folder, folder, (one, other) => {
      expect(nameOfFolder(one)).toMatch(new RegExp(listNamePattern))
      expect(nameOfFolder(one) === nameOfFolder(other)).toBe(one === other)
    }),
  )
})

it('knows a folder by its links, and folders of one name apart', () => {
  mkdirSync(join(home, 'a/app'), { recursive: true })
  mkdirSync(join(home, 'b/app'), { recursive: true })
  symlinkSync(join(home, 'a/app'), join(home, 'link'))
  expect(nameOfFolder(join(home, 'link'))).toBe(nameOfFolder(join(home, 'a/app')))
  expect(nameOfFolder(join(home, 'a/app'))).toMatch(/^app-[0-9a-f]{12}$/)
  expect(nameOfFolder(join(home, 'b/app'))).not.toBe(nameOfFolder(join(home, 'a/app')))
})

it('leads to a session of the caller, whatever is named, or to none', () => {
  fc.assert(
    fc.property(fc.constantFrom(...callers), fc.oneof(fc.string(), fc.anything()), (caller, name) => {
      let session: string
      try {
        session = sessionNamed(caller, name)
      } catch (error) {
        expect(error).toMatchObject({ code: 'bad-list-name' })
        return
      }
      expect(session.startsWith(caller.prefix)).toBe(true)
      const shown = nameOfSession(caller, session)
      expect(shown === null ? null : sessionNamed(caller, shown)).toBe(session)
    }),
  )
})
