import { createServer, type RequestListener, type Server } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Page } from '@todo-ledger/audit/reader'
import { afterAll, describe, expect, it, test } from 'vitest'
import { isLoopback } from '../src/loopback.js'
import { modelReader } from '../src/reader/model.js'
import { type ReaderReply, ReaderTrouble } from '../src/reader/reader.js'

const page: Page = {
  id: 'p',
  session: 's',
  item: '1',
  call: 'c',
  seq: 1,
  turn: 1,
  text: 'Fix it',
  page: '[turn 1, line 4] Edit: redirect(safe(next))',
  question: 'Was it done?',
}
const completion = (content: string): string =>
  JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] })

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** The address of a server that answers so. */
async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

/** What a call that must fail ends with. */
async function troubleOf(call: () => unknown): Promise<ReaderTrouble> {
  try {
    await call()
  } catch (error) {
    if (error instanceof ReaderTrouble) return error
    throw error
  }
  throw new Error('it did not fail')
}

async function asked(
  address: string,
  env: NodeJS.ProcessEnv = {},
  limits?: Parameters<typeof modelReader>[2],
): Promise<ReaderReply> {
  const reader = modelReader(`m@${address}`, env, limits)
  if (reader === null) throw new Error('no reader')
  return reader.ask(page, new AbortController().signal)
}

describe('a key of the environment', () => {
  it.each(['sk-sécret', 'sk-one\nsk-two', 'sk one', 'sk-\u0000'])(
    'that is none (%j) is refused before anything is sent, and not shown',
    async (key) => {
      for (const variable of ['TODO_REPLAY_READER_KEY', 'OPENAI_API_KEY']) {
        const trouble = await troubleOf(() => asked('https://api.example.com/v1', { [variable]: key }))
        expect(trouble.message).toBe(`${variable} does not hold a valid key. Set it again.`)
        expect(trouble.isFinal).toBe(true)
      }
    },
  )

  it('goes without the spaces around it, and counts as not set where it has nothing else', async () => {
    const sent: unknown[] = []
    const url = await serving((request, response) => {
      sent.push(request.headers.authorization)
      response.end(completion('{}'))
    })
    await asked(url, { TODO_REPLAY_READER_KEY: ' key-1\r\n' })
    await asked(url, { TODO_REPLAY_READER_KEY: ' ', OPENAI_API_KEY: 'key-2' })
    await asked(url, { TODO_REPLAY_READER_KEY: '', OPENAI_API_KEY: '\n' })
    expect(sent).toEqual(['Bearer key-1', 'Bearer key-2', undefined])
  })
})

it.each(['http://me:secret@127.0.0.1:9/v1', 'http://secret@localhost/v1', 'https://me:secret@[nowhere'])(
  'the address %s is refused without what it gives away',
  async (address) => {
    const trouble = await troubleOf(() => asked(address, { OPENAI_API_KEY: 'k' }))
    expect(trouble.message).not.toMatch(/secret|me:/)
    expect(trouble.isFinal).toBe(true)
  },
)

test('where nobody listens it says so', async () => {
  const url = await serving(() => undefined)
  await new Promise((resolve) => servers.at(-1)?.close(resolve))
  const { message, isFinal } = await troubleOf(() => asked(url))
  expect(message).toMatch(/^http:\/\/127\.0\.0\.1:\d+ could not be asked: connect ECONNREFUSED/)
  expect(isFinal).toBe(false)
})

test('what is wrong with a request is not told, as what is wrong may hold the key', async () => {
  // Fetch itself refuses this port.
  const { message } = await troubleOf(() => asked('http://127.0.0.1:1/v1'))
  expect(message).toBe('http://127.0.0.1:1 could not be asked: the request could not be made')
})

test('a page is not sent on to where an address leads', async () => {
  let isReached = false
  const elsewhere = await serving((_, response) => {
    isReached = true
    response.end(completion('{}'))
  })
  const url = await serving((_, response) => {
    response.writeHead(307, { location: `${elsewhere}/chat/completions` }).end()
  })
  const { message, isFinal } = await troubleOf(() => asked(url))
  expect(message).toBe(`${url} redirects to another address. Name that one.`)
  expect(isFinal).toBe(true)
  expect(isReached).toBe(false)
})

describe('a model that answers', () => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')

  it.each(['nothing', 'the head alone'])('%s is waited for no longer than the limit', async (answer) => {
    const url = await serving((_, response) => {
      if (answer !== 'nothing') response.write('{"choices":')
    })
    // What ends the wait must not be collected meanwhile.
    const collecting = setInterval(() => {
      if (typeof collect === 'function') collect()
    }, 5)
    const trouble = troubleOf(() => asked(url, {}, { milliseconds: 200, characters: 100 }))
    const { message, isFinal } = await trouble.finally(() => clearInterval(collecting))
    expect(message).toBe(`${url} took too long.`)
    expect(isFinal).toBe(false)
  })

  it.each([
    [200, 'answered more than 1,000,000 characters.'],
    [400, `answered 400: ${'x'.repeat(300)}`],
  ])('without an end is read no further than the limit: %i', async (status, says) => {
    const url = await serving((_, response) => {
      response.writeHead(status)
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    })
    const { message, isFinal } = await troubleOf(() => asked(url))
    expect(message).toBe(`${url} ${says}`)
    expect(isFinal).toBe(status === 400)
  })

  it('nothing more to a call that is broken off is not waited for', async () => {
    const stop = new AbortController()
    const url = await serving((_, response) => {
      response.write('{"choices":')
      setImmediate(() => stop.abort())
    })
    const reader = modelReader(`m@${url}`, {})
    await troubleOf(() => reader?.ask(page, stop.signal))
  })

  it('that breaks the connection off is told', async () => {
    const url = await serving((_, response) => {
      response.write('{"choices":', () => response.destroy())
    })
    expect((await troubleOf(() => asked(url))).message).toBe(`${url} could not be asked: other side closed`)
  })

  it('in pieces that part a character is read whole', async () => {
    const bytes = Buffer.from(completion('Prüfung 🎉'))
    const url = await serving(async (_, response) => {
      for (const byte of bytes) {
        response.write(Buffer.of(byte))
        await new Promise(setImmediate)
      }
      response.end()
    })
    expect((await asked(url)).answer).toBe('Prüfung 🎉')
  })
})

const openAi = /needs a key: set TODO_REPLAY_READER_KEY, or OPENAI_API_KEY\.$/

test.each([
  ...['localhost', '127.0.0.1', '127.1.2.3', '[::1]'].map((host) => [host, true] as const),
  ...['localhost.example.com', '127.example.com', '127.0.0.1.example.com', 'localhosts'].map(
    (host) => [host, false] as const,
  ),
  ...['[::1:1]', 'notanthropic.com', 'anthropic.com.example.com', 'xanthropic.com'].map(
    (host) => [host, false] as const,
  ),
])('the host %s is this machine: %s; no other gets the key of Anthropic', async (host, isHere) => {
  expect(isLoopback(host)).toBe(isHere)
  const made = () => modelReader(`m@http://${host}/v1`, { ANTHROPIC_API_KEY: 'k' })
  if (isHere) expect(made()).not.toBeNull()
  else expect((await troubleOf(made)).message).toMatch(openAi)
})

test("Anthropic's own gets it", () => {
  expect(modelReader('m@https://api.anthropic.com/v1', { ANTHROPIC_API_KEY: 'k' })).not.toBeNull()
})
