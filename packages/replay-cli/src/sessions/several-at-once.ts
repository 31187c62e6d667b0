/** Asks the same of many, several at once. */

/** More than this only wait for each other. */
const atOnce = 16

/** The answers, in the order of what was asked. */
export async function severalAtOnce<Asked, Answer>(
  all: readonly Asked[],
  ask: (one: Asked) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  const left = all.entries()
  const askers = Array.from({ length: atOnce }, async () => {
    for (const [index, one] of left) answers[index] = await ask(one)
  })
  await Promise.all(askers)
  return answers
}
