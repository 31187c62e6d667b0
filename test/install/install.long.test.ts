import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

it('the packed packages install, run and are bundled as docs/guides/install.md says', async () => {
  const script = fileURLToPath(new URL('run.mjs', import.meta.url))
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const [status] = await once(child, 'close')
  expect(status, said).toBe(0)
}, 900_000)
