/** Looks at the first bytes of a stream without taking them away. */

/** A stream whose beginning is known. */
export interface Beginning {
  /** Its first bytes: as many as were asked for, or more; fewer where there are no more. */
  readonly head: Buffer
  /** All its bytes, the first ones too. Reading throws what the stream throws. */
  readonly all: AsyncIterable<Buffer>
}

/** Reads the first bytes of a stream. @param length as many are wanted */
export async function beginningOf(
  bytes: AsyncIterable<Uint8Array | string>,
  length: number,
): Promise<Beginning> {
  const rest = bytes[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  let isOver = false
  while (head.length < length && !isOver) {
    const next = await rest.next()
    if (next.done === true) isOver = true
    else head = Buffer.concat([head, bufferOf(next.value)])
  }
  return { head, all: headFirst(head, isOver, rest) }
}

async function* headFirst(
  head: Buffer,
  isOver: boolean,
  rest: AsyncIterator<Uint8Array | string>,
): AsyncIterable<Buffer> {
  try {
    if (head.length > 0) yield head
    if (isOver) return
    for (let next = await rest.next(); next.done !== true; next = await rest.next())
      yield bufferOf(next.value)
  } finally {
    await rest.return?.()
  }
}

function bufferOf(bytes: Uint8Array | string): Buffer {
  if (typeof bytes === 'string') return Buffer.from(bytes, 'utf8')
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
