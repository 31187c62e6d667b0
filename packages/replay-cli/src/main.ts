/** Runs `todo-replay`. @returns the exit code */
export async function main(argv: readonly string[]): Promise<number> {
  process.stdout.write(`todo-replay ${argv.join(' ')}\n`)
  return 0
}
