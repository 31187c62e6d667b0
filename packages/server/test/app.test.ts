import { evidence } from '@todo-ledger/audit'
import { memoryStore } from '@todo-ledger/core'
import { expect, test } from 'vitest'
import { person, Tokens } from '../src/access/tokens.js'
import { createApp } from '../src/http/app.js'
import { LedgerService } from '../src/service/ledger-service.js'

test('a token sees its own sessions only', async () => {
  const service = new LedgerService({ store: memoryStore(), evidence: evidence() })
  const tokens = new Tokens()
  const ada = { name: 'ada', prefix: 'ada.' }
  const bob = { name: 'bob', prefix: 'bob.' }
  const app = createApp({ service, tokens })
  await service.createSession(ada, { id: 'ada.plan', profile: 'todo-list-middleware' })
  const seen = async (authorization: string) => {
    const answer = await app.request('/v1/sessions', { headers: { authorization } })
    return answer.json()
  }
  expect(await seen(`Bearer ${tokens.issue(ada)}`)).toEqual({
    sessions: [{ id: 'ada.plan', lastSeq: 1, title: null }],
  })
  expect(await seen(`Bearer ${tokens.issue(bob)}`)).toEqual({ sessions: [] })
  expect(await seen(`Bearer ${tokens.issue(person)}`)).toMatchObject({ sessions: [{ id: 'ada.plan' }] })
  expect(await seen('Bearer guess')).toMatchObject({ status: 401, code: 'token-required' })
  await service.close()
})
