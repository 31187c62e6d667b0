import { itemLives } from '@todo-ledger/core/history'
import { claudeCode } from '@todo-ledger/recordings/agents'
import { describe, expect, it } from 'vitest'
import { written } from '../../core/test/driven-lists.js'
import { isCarriedOn } from '../src/evidence/items/rewordings.js'

describe('the life of an item tells', () => {
  it('that an open item went silently, unless another one carries it on', async () => {
    const lives = await itemLives(
      await written(
        claudeCode.profile,
        ['> Add the cache', '  Translate the labels', '  Run unit tests and lint', 'x Ship'],
        ['> Add the cache', '  Run the unit tests for all of it', '  Run the linter'],
      ),
      undefined,
      isCarriedOn,
    )
    const left = lives.map(({ text, left }) => [text, left?.silently ?? 'there'])
    expect(left).toEqual([
      ['Add the cache', 'there'],
      ['Translate the labels', true],
      ['Run unit tests and lint', false],
      ['Ship', false],
      ['Run the unit tests for all of it', 'there'],
      ['Run the linter', 'there'],
    ])
  })
})
