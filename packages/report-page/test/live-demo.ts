/** Sessions that are worth looking at, for the tests and the pictures of the live page. */

import type { LiveAgent, LiveServer } from './live-server.js'

/** A few sessions of several agents; those that are worked on are given back. */
export async function demoSessions(
  server: LiveServer,
): Promise<{ readonly lamp: LiveAgent; readonly tide: LiveAgent }> {
  const docs = await server.agent('s-docs', 'Write the user guide for the tide tables')
  await docs.list('> Outline the chapters', '  Write the chapter on harbours')
  await docs.work('Write', { file_path: '/w/docs/outline.md', content: '# Chapters' })
  await docs.list('x Outline the chapters', '> Write the chapter on harbours')
  const fix = await server.agent('s-fix', 'The login page shows a blank screen on Safari')
  await fix.list('> Reproduce the blank screen', '  Mend it', '  Run the tests')
  await fix.list('x Reproduce the blank screen', 'x Mend it', 'x Run the tests')
  const tide = await server.agent('s-tide', 'Draw the tide tables of all harbours', 'gemini')
  await tide.list(
    '> Read the harbour list',
    '  Draw the tables',
    '  Check them against last year',
    '  Print them',
  )
  const lamp = await server.agent('s-lamp', 'Paint the lighthouse page, with tests')
  await lamp.list('> Write lamp.ts', '  Add a page for the lamp', '  Run the tests', '  Write the changelog')
  await lamp.work('Write', { file_path: '/w/src/lamp.ts', content: 'export const lamp = 1' })
  await lamp.list('x Write lamp.ts', '> Add a page for the lamp', '  Run the tests', '  Write the changelog')
  await lamp.work('Write', { file_path: '/w/src/page.ts', content: 'the page for the lamp' })
  await lamp.list('x Write lamp.ts', 'x Add a page for the lamp', 'x Run the tests', '> Write the changelog')
  return { lamp, tide }
}
