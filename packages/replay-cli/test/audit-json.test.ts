import { expect, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'
import { delegated, untested } from './recordings.js'

const place = new MemoryPlace()
place.write('untested.jsonl', untested)
place.write('folder/a.jsonl', untested)
place.write('folder/deep/b.jsonl', delegated)

test('--json', async () => {
  const { code, stdout, stderr } = await place.run('audit untested.jsonl --json')
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(stdout).toMatchInlineSnapshot(`
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
              "readable": 1,
              "verdict": "undecided",
              "rules": "undecided",
              "needs": [],
              "source": {
                "line": 6,
                "call": "c5"
              },
              "facts": [],
              "why": {
                "sentence": "No tool says whether item 1 was done: only the meaning of the work decides.",
                "turn": 4,
                "seq": 17,
                "source": {
                  "line": 6,
                  "call": "c5"
                }
              }
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
              "readable": 1,
              "verdict": "unsupported",
              "rules": "unsupported",
              "needs": [],
              "source": {
                "line": 7,
                "call": "c6"
              },
              "facts": [
                {
                  "kind": "never-ran",
                  "says": "against",
                  "asked": "Run the tests",
                  "tool": "",
                  "quote": "",
                  "sentence": "Item 2 asks for \\"Run the tests\\", but nothing of the kind was run before the mark; the last call before it edited login.ts.",
                  "seq": 10,
                  "turn": 2,
                  "source": {
                    "line": 4,
                    "call": "c3"
                  }
                }
              ],
              "why": {
                "sentence": "Item 2 asks for \\"Run the tests\\", but nothing of the kind was run before the mark; the last call before it edited login.ts.",
                "turn": 2,
                "seq": 10,
                "source": {
                  "line": 4,
                  "call": "c3"
                }
              }
            }
          ],
          "findings": [
            {
              "rule": "never-ran",
              "severity": "error",
              "item": "2",
              "turn": 5,
              "seq": 20,
              "source": {
                "line": 7,
                "call": "c6"
              },
              "message": "Item 2 asks for \\"Run the tests\\", but nothing of the kind was run before the mark; the last call before it edited login.ts.",
              "evidence": [
                10
              ]
            },
            {
              "rule": "instant-flip",
              "severity": "info",
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
              "supported": 0,
              "weak": 0,
              "unsupported": 1,
              "undecided": 1,
              "unknown": 0
            },
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
        "supported": 0,
        "weak": 0,
        "unsupported": 1,
        "undecided": 1,
        "unknown": 0,
        "findings": {
          "error": 1,
          "warning": 0,
          "info": 1
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
