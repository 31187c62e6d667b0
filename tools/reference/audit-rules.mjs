// The rules of the audit, as each says of itself.
import { auditRules } from '@todo-ledger/audit'
import { code, fenced, page, table } from './markdown.mjs'

export function auditRulesPage() {
  const parts = auditRules.flatMap(({ id, meta }) => {
    const [means = '', spared = ''] = meta.docs.split(/ ?Spared: /)
    const options = Object.entries(meta.options).map(([name, option]) => [
      code(name),
      code(JSON.stringify(option.default)),
      option.docs,
    ])
    return [
      `## ${id}`,
      `**${meta.severity}.** ${means.trim()}${spared === '' ? '' : ` *Spared:* ${spared}`}`,
      ...(options.length === 0 ? [] : [table(['option', 'default', 'means'], options)]),
      fenced('text', `${meta.example.session.join('\n')}\n\n${meta.example.says}`),
    ]
  })
  const rows = auditRules.map(({ id, meta }) => [
    `[${id}](#${id})`,
    meta.severity,
    (meta.docs.split(/ ?Spared: /)[0] ?? '').trim(),
  ])
  return page('Audit rules', [
    'What the audit finds. `error` means that the log contradicts the mark; `warning` asks for a look; `info` is about how the list was kept. The severity is the usual one of a rule: a finding may be milder. Each can be set in [the settings](audit-config.md#rules), and `todo-replay audit --explain RULE` prints what stands here. The example is a session, a line a step, and what the rule says of it. Your own: [Write an audit rule](../guides/write-an-audit-rule.md).',
    table(['rule', 'severity', 'holds where'], rows),
    ...parts,
  ])
}
