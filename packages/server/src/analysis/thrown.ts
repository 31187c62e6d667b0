/** What was thrown in one thread, for the other: what passes between them as an error loses its name and its code. */

export type Thrown = ReturnType<typeof thrownOf>

export function thrownOf(error: unknown) {
  if (!(error instanceof Error)) return { name: 'Error', message: typeof error }
  const { name, message, stack } = error
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  return { name, message, ...code, stack }
}

/** The error as it was thrown, but for its class. */
export function errorOf({ message, ...fields }: Thrown): Error {
  return Object.assign(new Error(message), fields)
}
