/** What the redirections of a command or a group do: the files they touch, the output they drop. */

import type { CheckFilter, TouchedFile } from '../calls/call-description.js'
import type { ShellRedirect } from './syntax.js'

/** The redirection that lets a command's output go nowhere, or null; errors alone may go. */
export function filterOfRedirects(redirects: readonly ShellRedirect[]): CheckFilter | null {
  const dropped = redirects.find(
    (one) =>
      /^(?:>|>>|&>)$/.test(one.operator) &&
      one.descriptor !== '2' &&
      /^(?:\/dev\/null|nul)$/i.test(one.target),
  )
  return dropped === undefined ? null : { kind: 'lines', text: `${dropped.operator} ${dropped.target}` }
}

/** The files that the redirections read and write; devices and descriptors are none. */
export function filesOfRedirects(redirects: readonly ShellRedirect[]): readonly TouchedFile[] {
  const found: TouchedFile[] = []
  for (const { operator, target } of redirects) {
    if (target === '' || target === '-' || target.startsWith('/dev/') || /^\d+$/.test(target)) continue
    if (operator === '<') found.push({ path: target, access: 'read' })
    else if (/^(?:>|>>|&>|<>|>&)$/.test(operator)) found.push({ path: target, access: 'write' })
  }
  return found
}
