/** Names of files that are no UTF-8: the system has them in bytes, and no text names such a file. */

/** Says that a path can't be named, where what stands for its bytes shows it; null for any other path. */
export function unreadableName(path: string): string | null {
  return path.includes('\uFFFD')
    ? 'its name is no UTF-8, so it can not be opened by it. Give it another name.'
    : null
}
