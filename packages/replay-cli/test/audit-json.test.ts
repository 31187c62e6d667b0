import { expect, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'
import { delegated, untested } from './recordings.js'
import { withoutWeights } from './without-weights.js'

const place = new MemoryPlace()
place.write('untested.jsonl', untested)
place.write('folder/a.jsonl', untested)
place.write('folder/deep/b.jsonl', delegated)

test('--json', async () => {
  const { code, stdout, stderr } = await place.run('audit untested.jsonl --json')
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(withoutWeights(stdout)).toMatchInlineSnapshot(`
    "{
      "sessions": [
        {
          "session": "login-7",
          "turns": 6,
          "profile": "todo-manager",
          "file": "untested.jsonl",
          "completions": [
            {
              "item": "1",
              "text": "Fix the redirect in login.ts",
              "turn": 4,
              "seq": 17,
              "added": {
                "turn": 1,
                "seq": 5
              },
              "started": {
                "turn": 1,
                "seq": 5
              },
              "call": "c5",
              "source": {
                "line": 6,
                "call": "c5"
              },
              "itemClass": "change",
              "support": n,
              "verdict": "supported",
              "rules": {
                "verdict": "supported",
                "support": n,
                "stated": false
              },
              "evidence": [
                {
                  "seq": 10,
                  "turn": 2,
                  "source": {
                    "line": 4,
                    "call": "c3"
                  },
                  "tool": "edit_file",
                  "effect": "write",
                  "ok": true,
                  "weight": n,
                  "why": "edited login.ts, while the item was in progress"
                },
                {
                  "seq": 8,
                  "turn": 2,
                  "source": {
                    "line": 4,
                    "call": "c2"
                  },
                  "tool": "read_file",
                  "effect": "read",
                  "ok": true,
                  "weight": n,
                  "why": "read login.ts, while the item was in progress"
                }
              ],
              "missing": [],
              "wouldChange": [],
              "readable": 1
            },
            {
              "item": "2",
              "text": "Run the tests",
              "turn": 5,
              "seq": 20,
              "added": {
                "turn": 1,
                "seq": 5
              },
              "started": {
                "turn": 4,
                "seq": 17
              },
              "call": "c6",
              "source": {
                "line": 7,
                "call": "c6"
              },
              "itemClass": "verify",
              "support": n,
              "verdict": "unsupported",
              "rules": {
                "verdict": "unsupported",
                "support": n,
                "stated": false
              },
              "evidence": [],
              "why": {
                "sentence": "Item 2 promises a test run, but no call that worked was made for it after it was started (marked in line 7).",
                "turn": 5,
                "seq": 20,
                "source": {
                  "line": 7,
                  "call": "c6"
                },
                "restates": [
                  "complete-without-activity",
                  "verify-item-without-check"
                ]
              },
              "missing": [
                "a test run"
              ],
              "wouldChange": [
                "a test run that passes, before the mark"
              ],
              "readable": 1
            }
          ],
          "findings": [
            {
              "rule": "complete-without-activity",
              "severity": "error",
              "item": "2",
              "turn": 5,
              "seq": 20,
              "source": {
                "line": 7,
                "call": "c6"
              },
              "message": "Item 2 was completed, but no call that worked was made for it after it was started.",
              "evidence": []
            },
            {
              "rule": "verify-item-without-check",
              "severity": "error",
              "item": "2",
              "turn": 5,
              "seq": 20,
              "source": {
                "line": 7,
                "call": "c6"
              },
              "message": "Item 2 promises a check, but no test was run after it was started; the last call before it edited login.ts (line 4).",
              "evidence": [
                10
              ]
            },
            {
              "rule": "instant-flip",
              "severity": "warning",
              "item": "2",
              "turn": 5,
              "seq": 20,
              "source": {
                "line": 7,
                "call": "c6"
              },
              "message": "Item 2 was started in turn 4 and completed in turn 5 with no call between.",
              "evidence": [
                17
              ]
            }
          ],
          "readable": 1,
          "summary": {
            "verdicts": {
              "supported": 1,
              "weak": 0,
              "unsupported": 1,
              "unknown": 0
            },
            "progress": [
              {
                "turn": 1,
                "items": 2,
                "claimed": 0,
                "supported": 0
              },
              {
                "turn": 4,
                "items": 2,
                "claimed": 1,
                "supported": 1
              },
              {
                "turn": 5,
                "items": 2,
                "claimed": 2,
                "supported": 1
              }
            ],
            "items": [
              {
                "itemClass": "change",
                "items": 1,
                "completed": 1,
                "supported": 1,
                "open": 0
              },
              {
                "itemClass": "verify",
                "items": 1,
                "completed": 1,
                "supported": 0,
                "open": 0
              }
            ],
            "nags": [],
            "times": {
              "spans": [
                {
                  "item": "1",
                  "seq": 17,
                  "turns": 3,
                  "seconds": 17
                },
                {
                  "item": "2",
                  "seq": 20,
                  "turns": 1,
                  "seconds": 2
                }
              ],
              "medianTurns": 1,
              "medianSeconds": 2,
              "sessionSeconds": 25
            }
          }
        }
      ],
      "summary": {
        "sessions": 1,
        "completions": 2,
        "supported": 1,
        "weak": 0,
        "unsupported": 1,
        "unknown": 0,
        "findings": {
          "error": 2,
          "warning": 1,
          "info": 0
        }
      }
    }
    "
  `)
})

test('--json of a folder', async () => {
  expect(await place.json('audit folder --json --fail-on never')).toMatchObject({
    sessions: [
      { session: 'login-7', file: 'folder/a.jsonl' },
      { session: 'docs-1' },
      { session: 'docs-1/reader' },
    ],
    summary: { sessions: 3 },
  })
})
