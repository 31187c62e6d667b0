/** True while a process of this machine runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of somebody else may not be asked, and lives.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
