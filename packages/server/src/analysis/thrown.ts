/** What was thrown in one thread, for the other: what passes between them as an error loses its name and its code. */

export interface Thrown {
  readonly name: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
}

export function thrownOf(error: unknown): Thrown {
  if (!(error instanceof Error)) return { name: 'Error', message: typeof error }
  const { name, message, stack } = error
  return {
    name,
    message,
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...(stack === undefined ? {} : { stack }),
  }
}

/** The error as it was thrown, but for its class. */
export function errorOf({ message, ...fields }: Thrown): Error {
  return Object.assign(new Error(message), fields)
}
