/** What model responses cost, as recordings say it. No price is ours. */

/** Tokens, and money where a recording says it. */
export interface TokenUsage {
  /** Tokens that the model was given, those out of a cache and into one among them. */
  readonly input: number
  /** Tokens that it made, those of its thinking among them. */
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
  /** US dollars; null where the recording does not say. */
  readonly cost: number | null
}

/** A usage of what a recording states, by what is to be added up for each field; null where it states nothing. */
export function statedUsage({
  input,
  output,
  cacheRead,
  cacheWrite,
  cost = [],
}: { readonly [Field in keyof TokenUsage]?: readonly unknown[] }): TokenUsage | null {
  const usage: TokenUsage = {
    input: sumOf(input),
    output: sumOf(output),
    cacheRead: sumOf(cacheRead),
    cacheWrite: sumOf(cacheWrite),
    cost: cost.some(isCount) ? sumOf(cost) : null,
  }
  return usage.input + usage.output + (usage.cost ?? 0) === 0 ? null : usage
}

export function addedUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  const sum = combined(one, other, (first, second) => first + second)
  // Sums of cents are no binary fractions: what is less than a billionth of a dollar is not shown.
  return { ...sum, cost: sum.cost === null ? null : Math.round(sum.cost * 1e9) / 1e9 }
}

/** Of two counts of the same response the later one: it grows while the response is written. */
export function laterUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  return combined(one, other, Math.max)
}

function combined(
  one: TokenUsage,
  other: TokenUsage,
  of: (first: number, second: number) => number,
): TokenUsage {
  return {
    input: of(one.input, other.input),
    output: of(one.output, other.output),
    cacheRead: of(one.cacheRead, other.cacheRead),
    cacheWrite: of(one.cacheWrite, other.cacheWrite),
    cost: one.cost === null || other.cost === null ? (one.cost ?? other.cost) : of(one.cost, other.cost),
  }
}

/** What is no count is passed over. */
function sumOf(values: readonly unknown[] = []): number {
  return values.filter(isCount).reduce((sum, value) => sum + value, 0)
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER
}
