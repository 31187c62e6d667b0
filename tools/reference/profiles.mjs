// The todo systems that are known.
import { profilesOf } from '@todo-ledger/recordings'
import { code, page, table } from './markdown.mjs'

export function profiles() {
  const parts = profilesOf().flatMap((profile) => {
    const rules = (/** @type {string} */ mode) =>
      profile.rules
        .filter((rule) => rule.mode === mode)
        .map(({ id, options = {} }) =>
          code(Object.keys(options).length === 0 ? id : `${id} ${JSON.stringify(options)}`),
        )
        .join(', ')
    const facts = [
      ['source', profile.source],
      ['refuses', rules('reject')],
      ['flags', rules('flag')],
      [
        'settings',
        Object.entries(profile.settings)
          .map(([name, value]) => code(`${name}: ${JSON.stringify(value)}`))
          .join(', '),
      ],
    ].filter(([, text]) => text !== '')
    return [
      `## ${profile.name}`,
      table(['', ''], facts),
      ...(profile.tools.length === 0
        ? []
        : [
            table(
              ['tool', 'the model reads', 'input'],
              profile.tools.map(({ name, description, inputSchema }) => [
                code(name),
                description,
                fieldsOf(inputSchema),
              ]),
            ),
          ]),
    ]
  })
  return page('Profiles', [
    'A profile is one todo system. A recording names its own; `--profile` takes another. Settings are given with `profiles.NAME.with({ … })`, or in a file for `--profile-file`. What a rule means: [Rules of a list](rules.md). Your own: [Write a profile](../guides/write-a-profile.md).',
    ...parts,
  ])
}

/** @param {{ readonly [key: string]: unknown }} schema */
function fieldsOf(schema) {
  const { properties, required } = schema
  const must = Array.isArray(required) ? required : []
  return Object.keys(properties ?? {})
    .map((name) => code(must.includes(name) ? name : `${name}?`))
    .join(', ')
}
