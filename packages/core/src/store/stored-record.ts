/** One event as a store holds it: what the hash chain covers, and what may be taken out of it later. */

/** A stored event, its data still a text. All texts in it are what the hashes are made of, byte for byte. */
export interface StoredRecord {
  /** Its place in the ledger: 1, 2, 3 … without gaps. */
  readonly position: number
  /** The session that it belongs to. */
  readonly session: string
  /** Its number in its session: 1, 2, 3 … without gaps. */
  readonly seq: number
  /** The idempotency key. */
  readonly id: string
  /** The turn it happened in. */
  readonly turn: number
  /** When it happened, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
  /** What happened, in the words of the program that wrote it. */
  readonly type: string
  /** The version of this type's data. */
  readonly version: number
  /** The place in the recorded file as JSON, or null for a live event. */
  readonly source: string | null
  /** Who did it, as JSON, or null where nobody is named. */
  readonly actor: string | null
  /** The data as the codec writes it, or null where it was erased. */
  readonly data: string | null
  /**
   * What the data's digest is salted with: 32 hexadecimal digits, with an `r` before them where texts in the data were
   * replaced since it was first stored; null where the data was erased.
   */
  readonly salt: string | null
  /** The salted digest of the data as it was first stored, 64 hexadecimal digits. It outlives the data. */
  readonly digest: string
  /** The session's chain: covers the hash of the session's event before, this envelope and the digest. */
  readonly hash: string
  /** The ledger's chain: covers the link of the record before, this position and this hash. */
  readonly link: string
}

/** A place of a store that holds something that is no record. */
export interface UnreadableRecord {
  /** Its place in the ledger, as far as that can be known. */
  readonly position: number
  /** Why it can't be read. */
  readonly unreadable: string
}
