/** Which projects a person means. */

import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path'

/** True for a folder that is meant. */
export type ProjectFilter = (folder: string) => boolean

/**
 * Reads the value of `--project`: `.`, or anything with a slash, is a folder, which stands for those in it, too; else it
 * is a part of the name of the project's folder, in whatever case.
 * @param cwd where relative paths begin; @param home what `~` stands for, or null
 */
export function projectFilter(asked: string, cwd: string, home: string | null): ProjectFilter {
  const isPath = asked === '.' || asked === '..' || asked === '~' || /[/\\]/.test(asked)
  if (!isPath) {
    const part = asked.toLowerCase()
    return (folder) => basename(folder).toLowerCase().includes(part)
  }
  const whole = resolve(cwd, home === null ? asked : asked.replace(/^~(?=$|[/\\])/, () => join(home)))
  return (folder) => {
    const way = relative(whole, folder)
    return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`))
  }
}
