import { describe, expect, it } from 'vitest'
import { textFeaturesOf } from '../src/evidence/work/text-features.js'

describe('what a text says of the work', () => {
  it.each([
    ['All tasks are complete.', true],
    ['All of the todo items have been completed!', true],
    ['Everything is done.', true],
    ['所有任务已完成！', true],
    ['全部完成', true],
    ['Alles erledigt.', true],
    ['All tests are passing.', false],
    ['Not all tasks are complete.', false],
    ['Once all tasks are complete, I will commit.', false],
    ['Are all tasks done?', false],
    ['This step is complete.', false],
    ['所有任务尚未完成', false],
  ])('claims that all is done: %s', (text, claims) => {
    expect(textFeaturesOf(text).claimsAllDone).toBe(claims)
  })

  it.each([
    ['Please start the dev server and test the form.', true],
    ['You can now run the app to see the change.', true],
    ['It is ready for you to try: open the page and check it.', true],
    ['你可以启动开发服务器测试效果。', true],
    ['Bitte starte den Server und teste das Formular.', true],
    ['Vous pouvez lancer le serveur et tester.', true],
    ['I ran the tests and they pass.', false],
    ['Now let me run the tests.', false],
  ])('hands the check to the reader: %s', (text, hands) => {
    expect(textFeaturesOf(text).handsOff).toBe(hands)
  })

  it.each([
    ['The helper already exists in utils.ts.', true],
    ['No changes are needed here.', true],
    ['该功能已经实现。', true],
    ['I already told you about it.', false],
    ['The helper is new.', false],
  ])('says that it was there already: %s', (text, there) => {
    expect(textFeaturesOf(text).alreadyDone.size > 0).toBe(there)
  })

  it.each(['', '(no content)', 'No response requested.', 'Request timed out'])('is no text: %j', (text) => {
    expect(textFeaturesOf(text).empty).toBe(true)
  })

  it('is read in time that grows with the text alone', () => {
    for (const unit of ['all ', 'please ', 'already ', '- x\n', '所有', '# ', '|', 'a', ' '])
      expect(textFeaturesOf(unit.repeat(1_000_000 / unit.length)).length).toBeGreaterThan(0)
  })
})
