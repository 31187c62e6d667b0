import { expect, it } from 'vitest'
import { withFigures } from './readme-figures.js'

it('the figures stand between their marks, and nothing else is changed', () => {
  const page = (figures: string) =>
    `# A\n<!-- figures: npm run bench:audit -- --readme -->\n${figures}\n<!-- end of figures -->\n# B\n`
  expect(withFigures(page('old'), 'new')).toBe(page('new'))
  expect(withFigures(page('new'), 'new')).toBe(page('new'))
  expect(() => withFigures('# A\n', 'new')).toThrow('A page has no place for the figures')
})
