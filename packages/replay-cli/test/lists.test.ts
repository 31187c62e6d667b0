import { expect, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'
import { delegated, untested } from './recordings.js'

const place = new MemoryPlace()
place.write('recordings/a.jsonl', untested)
place.write('recordings/b.jsonl', delegated)

test('sessions', async () => {
  expect(await place.screen('sessions recordings')).toMatchInlineSnapshot(`
    "login-7
      Repair the login page
      todo-manager · 6 turns · 2/2 completed, 3 updates, 1 refused · 2026-01-05
      10:00Z to 2026-01-05 10:00Z
      recordings/a.jsonl

    docs-1
      Describe the build
      todo-manager · 3 turns · 1/1 completed, 2 updates · 2026-01-06 09:00Z to
      2026-01-06 09:00Z
      recordings/b.jsonl

    docs-1/reader
      todo-manager · 1 turn · no list · 2026-01-06 09:00Z to 2026-01-06 09:00Z ·
      sub-agent of docs-1
      recordings/b.jsonl

    3 sessions
    --- exit 0"
  `)
})

test('sessions --json', async () => {
  expect(await place.json('sessions recordings/a.jsonl --json')).toMatchInlineSnapshot(`
    {
      "sessions": [
        {
          "events": 25,
          "file": "recordings/a.jsonl",
          "format": "neutral",
          "from": "2026-01-05T10:00:00.000Z",
          "parent": null,
          "profile": "todo-manager",
          "progress": {
            "completed": 2,
            "total": 2,
          },
          "rejected": 1,
          "session": "login-7",
          "title": "Repair the login page",
          "to": "2026-01-05T10:00:25.000Z",
          "turns": 6,
          "updates": 3,
        },
      ],
    }
  `)
})
