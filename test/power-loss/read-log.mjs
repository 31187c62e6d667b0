/** Reads what write-log.c wrote: what was done to the files of a ledger's folder, and what was told, in order. */

/**
 * @typedef {{ readonly is: 'started' }
 *   | { readonly is: 'create', readonly file: number, readonly name: string }
 *   | { readonly is: 'write', readonly file: number, readonly offset: number, readonly bytes: Buffer }
 *   | { readonly is: 'truncate', readonly file: number, readonly size: number }
 *   | { readonly is: 'begin-sync' | 'sync', readonly file: number }
 *   | { readonly is: 'unlink', readonly name: string }
 *   | { readonly is: 'begin-sync-folder' | 'sync-folder' }
 *   | { readonly is: 'told', readonly line: import('../crash/told.mjs').Line }} Operation
 */

/** The numbers that write-log.c gives to what it logs. */
const kinds = /** @type {const} */ ([
  'nothing',
  'started',
  'opened',
  'created',
  'closed',
  'written',
  'truncated',
  'sync-begun',
  'synced',
  'unlinked',
  'told',
  'folder-opened',
  'unknown',
])

const headerSize = 24
/** What a descriptor of the folder itself stands for. */
const theFolder = -1

/** @param {Buffer} log @param {string} folder the folder that was watched, empty at the beginning @returns {Operation[]} */
export function readLog(log, folder) {
  /** @type {Map<string, number>} */
  const files = new Map()
  let count = 0
  /** @type {Map<number, number>} */
  const descriptors = new Map()
  /** @type {Operation[]} */
  const operations = []
  for (const { kind, descriptor, offset, bytes } of recordsOf(log)) {
    const text = () => bytes.toString('utf8')
    const name = () => text().slice(folder.length + 1)
    const file = descriptors.get(descriptor)
    if (kind === 'started') {
      descriptors.clear()
      operations.push({ is: 'started' })
    } else if (kind === 'folder-opened') descriptors.set(descriptor, theFolder)
    else if (kind === 'created') {
      files.set(name(), count)
      descriptors.set(descriptor, count)
      operations.push({ is: 'create', file: count, name: name() })
      count += 1
    } else if (kind === 'opened') {
      const known = files.get(name())
      if (known === undefined) throw new Error(`The log opens ${name()}, which nobody created.`)
      descriptors.set(descriptor, known)
    } else if (kind === 'closed') descriptors.delete(descriptor)
    else if (kind === 'unlinked') {
      files.delete(name())
      operations.push({ is: 'unlink', name: name() })
    } else if (kind === 'told') operations.push({ is: 'told', line: JSON.parse(text()) })
    else if (file === undefined) throw new Error(`The log says ${kind} ${text()} of a file that is not open.`)
    else if (kind === 'sync-begun') {
      operations.push(file === theFolder ? { is: 'begin-sync-folder' } : { is: 'begin-sync', file })
    } else if (kind === 'synced') {
      operations.push(file === theFolder ? { is: 'sync-folder' } : { is: 'sync', file })
    } else if (kind === 'written') operations.push({ is: 'write', file, offset, bytes })
    else if (kind === 'truncated') operations.push({ is: 'truncate', file, size: offset })
    else throw new Error(`The process used ${text()}, which this simulation does not know.`)
  }
  return operations
}

/** @param {Buffer} log */
function* recordsOf(log) {
  for (let at = 0; at < log.length; ) {
    const kind = kinds[log.readUInt8(at)]
    const length = Number(log.readBigUInt64LE(at + 16))
    const begin = at + headerSize
    if (kind === undefined || begin + length > log.length) throw new Error(`The log is broken at byte ${at}.`)
    yield {
      kind,
      descriptor: log.readInt32LE(at + 4),
      offset: Number(log.readBigUInt64LE(at + 8)),
      bytes: log.subarray(begin, begin + length),
    }
    at = begin + length
  }
}
