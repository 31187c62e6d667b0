/** Core as bundlers make it for browsers. */

import { fileURLToPath } from 'node:url'
import { build as esbuild } from 'esbuild'
import { build as vite } from 'vite'

/** Bundles a module for browsers: what Node.js alone has leads nowhere there. @param file its path from the root */
type Bundle = (file: string) => Promise<string>

const pathOf = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url))

/** As esbuild makes it. */
export const byEsbuild: Bundle = async (file) => {
  const options = { bundle: true, format: 'esm', platform: 'browser', minify: true, write: false } as const
  const { outputFiles } = await esbuild({ ...options, entryPoints: [pathOf(file)], logLevel: 'silent' })
  return outputFiles[0]?.text ?? ''
}

/** As Vite makes it. */
export const byVite: Bundle = async (file) => {
  const build = { rolldownOptions: { input: pathOf(file) }, modulePreload: false, write: false }
  const made = await vite({ configFile: false, logLevel: 'error', build })
  return 'output' in made ? made.output[0].code : ''
}
