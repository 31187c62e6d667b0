/** The salts of digests: random, so that nobody can guess erased data by trying. */

/** Gives random bytes. */
export type RandomBytes = (size: number) => Uint8Array

/** In bytes. */
const idSize = 16

/** Drawn at once: a draw of its own for each salt would cost as much as hashing an event. In bytes. */
const poolSize = 4096

/** The system's random bytes. */
export function systemRandom(): RandomBytes {
  let pool = new Uint8Array()
  let used = 0
  return (size) => {
    if (used + size > pool.length) {
      pool = crypto.getRandomValues(new Uint8Array(Math.max(poolSize, size)))
      used = 0
    }
    used += size
    return pool.subarray(used - size, used)
  }
}

/** A new id for a ledger: 32 hexadecimal digits. */
export function newLedgerId(random: RandomBytes): string {
  return Buffer.from(random(idSize)).toString('hex')
}

/** A salt for the digest of data that is stored for the first time. */
export function newSalt(random: RandomBytes): string {
  return Buffer.from(random(idSize)).toString('hex')
}

/** A salt for the digest of data in which texts were replaced. It differs in form, so that reading knows. */
export function newSaltOfReplaced(random: RandomBytes): string {
  return `r${Buffer.from(random(idSize)).toString('hex')}`
}

/** True for a salt of data in which texts were replaced. */
export function isSaltOfReplaced(salt: string): boolean {
  return salt.startsWith('r')
}
