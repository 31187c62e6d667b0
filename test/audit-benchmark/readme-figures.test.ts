import { expect, it } from 'vitest'
import { withFigures } from './readme-figures.js'

it('the figures stand between their marks, and nothing else is changed', () => {
  const readme = (figures: string) =>
    `# A\n<!-- figures: npm run bench:audit -- --readme -->\n${figures}\n<!-- end of figures -->\n# B\n`
  expect(withFigures(readme('old'), 'new')).toBe(readme('new'))
  expect(withFigures(readme('new'), 'new')).toBe(readme('new'))
  expect(() => withFigures('# A\n', 'new')).toThrow('README.md has no place for the figures')
})
