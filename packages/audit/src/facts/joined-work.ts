/** A session's work with that of its sub-agents. */

import type { CallWork, Work } from './work/work.js'

/** The work of a child session, undefined where its log is not at hand. */
export type ChildWork = (session: string) => readonly Work[] | undefined

/**
 * A session's work, where behind each call that started a child session, or went on with it, stand the calls that this
 * made, at the place of the starting call and in its name. Their positions lie between those of the starting call and of
 * what follows it.
 */
export function joinedWork(
  work: readonly Work[],
  child: ChildWork,
  ancestors: readonly string[] = [],
): readonly Work[] {
  const starts = new Map<string, number>()
  for (const piece of work)
    if (isCall(piece) && piece.child !== null) starts.set(piece.child, (starts.get(piece.child) ?? 0) + 1)
  const parts = new Map<string, (readonly CallWork[])[]>()
  const nextPart = (id: string): readonly CallWork[] => {
    const left =
      parts.get(id) ?? partsOf(joinedWork(child(id) ?? [], child, [...ancestors, id]), starts.get(id) ?? 1)
    parts.set(id, left)
    return left.shift() ?? []
  }
  return work.flatMap((piece): readonly Work[] => {
    if (piece.kind !== 'call' || piece.child === null || ancestors.includes(piece.child)) return [piece]
    const made = nextPart(piece.child)
    const { seq, turn, source, actor, busy } = piece
    const placed = made.map((call, index) => {
      const position = piece.position + (index + 1) / (made.length + 1)
      return { ...call, seq, turn, source, actor, busy, position }
    })
    return [piece, ...placed]
  })
}

/**
 * What a child session did after each of the calls that started it or went on with it. Where it had another number of
 * inputs, its log does not say which call led to what: all of it may have come of each.
 */
function partsOf(work: readonly Work[], starts: number): (readonly CallWork[])[] {
  const inputs = work.flatMap((piece, at) => (piece.kind === 'input' && !piece.report ? [at] : []))
  if (inputs.length !== starts) return Array.from({ length: starts }, () => work.filter(isCall))
  return inputs.map((at, part) => work.slice(part === 0 ? 0 : at, inputs[part + 1]).filter(isCall))
}

/** The work from one position up to another. */
export function workBetween<Piece extends Work>(
  work: readonly Piece[],
  from: number,
  to: number,
): readonly Piece[] {
  return work.slice(placeFrom(work, from), placeFrom(work, to))
}

/** The place of the first piece that has a position or a later one. */
function placeFrom(work: readonly Work[], position: number): number {
  let [low, high] = [0, work.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((work[middle]?.position ?? 0) < position) low = middle + 1
    else high = middle
  }
  return low
}

export function isCall(piece: Work): piece is CallWork {
  return piece.kind === 'call'
}
