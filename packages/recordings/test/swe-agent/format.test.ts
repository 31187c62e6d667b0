import { describe, expect, test } from 'vitest'
import { readAsTable } from '../read-as-table.js'
import { sampleTrajectory } from './records.js'

describe('a trajectory', () => {
  test.each([0, 2])('runs, turns, calls by tools and by commands; indented by %i', async (indent) => {
    const { format, lines, skipped, steps } = await readAsTable(
      JSON.stringify(sampleTrajectory, null, indent),
      'x/org__repo-1.traj',
    )
    expect([format, skipped, steps[0]?.session]).toEqual(['swe-agent', [], 'org__repo-1'])
    expect(lines).toMatchInlineSnapshot(`
      [
        "session codex",
        "input user: Go",
        "turn",
        "message assistant: I plan.",
        "call c1 update_plan {"plan":[{"step":"Build – ✓","status":"in_progress"}]}",
        "result c1 true: Plan updated",
        "turn-end",
        "turn",
        "message assistant: I build.",
        "call action 6 bash {"command":"make"}",
        "result action 6 null: no rule",
        "turn-end",
        "turn",
        "message assistant: Done.",
        "turn-end",
        "run-end",
      ]
    `)
  })

  test('by its history alone, as demonstrations are kept', async () => {
    const { trajectory: _, ...rest } = sampleTrajectory
    const whole = await readAsTable(JSON.stringify(sampleTrajectory), 'a.traj')
    expect((await readAsTable(JSON.stringify(rest), 'a.traj')).lines).toEqual(whole.lines)
  })

  test('without its history: that is told', async () => {
    const { skipped, steps } = await readAsTable(
      JSON.stringify({ trajectory: sampleTrajectory['trajectory'], info: {} }),
      'a.traj',
    )
    expect([steps, skipped.map(({ reason }) => reason)]).toEqual([
      [],
      ['a trajectory without its history; the history is read'],
    ])
  })
})
