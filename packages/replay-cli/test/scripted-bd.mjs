#!/usr/bin/env node
// Stands in for the program bd, whose binary no package registry holds: `export`, `create` and `import -` as its documents
// say (docs/sources/trackers.md), over a file of rows in the folder that it is called in.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const file = 'rows.jsonl'
const rows = existsSync(file)
  ? readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  : []
const keep = () => writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
const [verb, ...words] = process.argv.slice(2)
const flags = new Map(
  words
    .filter((word) => word.startsWith('--'))
    .map((word) => {
      const [, name, value = ''] = /^--([^=]+)=?(.*)$/s.exec(word)
      return [name, value]
    }),
)
const checked = (row) => {
  const fail = (why) => {
    console.error(`Error: ${why}`)
    process.exit(1)
  }
  if (!row.title) fail('title is required')
  if (row.title.length > 500) fail('title must be 500 characters or less')
  if (!['open', 'in_progress', 'blocked', 'deferred', 'closed', 'pinned', 'hooked'].includes(row.status))
    fail(`invalid status: ${row.status}`)
  if (row.status === 'closed' && !row.closed_at) fail('closed issues must have closed_at timestamp')
  if (row.status !== 'closed' && row.closed_at) fail('non-closed issues cannot have closed_at timestamp')
  return row
}
if (verb === 'export') {
  console.log(JSON.stringify({ _schema: 'beads-jsonl/1' }))
  for (const row of rows) console.log(JSON.stringify({ _type: 'issue', ...row }))
  // Somebody changes all issues right after they were read.
  if (existsSync('export-then-change')) {
    for (const row of rows) row.updated_at = '2026-02-01T10:00:00Z'
    keep()
  }
} else if (verb === 'create') {
  const parent = flags.get('parent')
  const id = parent
    ? `${parent}.${rows.filter((row) => row.id.startsWith(`${parent}.`)).length + 1}`
    : `bd-${rows.length + 1}`
  rows.push(
    checked({
      id,
      title: flags.get('title'),
      ...(flags.has('description') ? { description: flags.get('description') } : {}),
      status: flags.get('status') || 'open',
      priority: Number(flags.get('priority') ?? 2),
      issue_type: 'task',
      created_at: '2026-01-05T10:00:00Z',
      updated_at: '2026-01-05T10:00:00Z',
      metadata: JSON.parse(flags.get('metadata') ?? '{}'),
      labels: flags.get('labels')?.split(',') ?? [],
      dependencies: (flags.get('deps')?.split(',') ?? []).map((each) => ({
        issue_id: id,
        depends_on_id: each.replace('blocked-by:', ''),
        type: 'blocks',
      })),
    }),
  )
  keep()
  console.log(id)
} else if (verb === 'import' && words[0] === '-') {
  const answer = { source: 'stdin', created: 0, skipped: 0, stale_skipped_ids: [], tie_kept_local_ids: [] }
  for (const line of readFileSync(0, 'utf8').trim().split('\n')) {
    const { _type, ...row } = JSON.parse(line)
    const at = rows.findIndex(({ id }) => id === row.id)
    if (at === -1) rows.push(checked(row))
    else if (row.updated_at < rows[at].updated_at) answer.stale_skipped_ids.push(row.id)
    else if (row.updated_at === rows[at].updated_at) answer.tie_kept_local_ids.push(row.id)
    else rows[at] = checked(row)
  }
  keep()
  console.log(JSON.stringify(answer))
} else {
  console.error(`Error: unknown command ${verb}`)
  process.exit(1)
}
