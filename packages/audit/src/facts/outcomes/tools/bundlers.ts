import { defineTool, type Tool } from '../tool.js'

/** Other bundlers and site generators, by what they say at the end. */
export const bundlers: Tool = defineTool({
  id: 'bundler',
  kind: 'build',
  programs: 'parcel ng react-scripts gatsby hugo jekyll mkdocs docusaurus storybook expo electron-builder',
  prints:
    /^✨ Built in|^Application bundle generation (?:complete|failed)|^Compiled (?:successfully|with warnings)|^Failed to compile\.|^INFO\s{2}-\s{2}Documentation built|^🚨 Build failed/m,
  success: [
    /^✨ Built in/,
    /^Application bundle generation complete/,
    /^\W{0,6}Compiled (?:successfully|with warnings)/,
    /^INFO\s{2}-\s{2}Documentation built/,
    /^Total in \d{1,8} ms/,
    /\bGenerated static files in\b/,
  ],
  failed: [/^\W{0,6}Failed to compile/i, /^Application bundle generation failed/, /^🚨 Build failed/],
  marks: [/^\W{0,4}(?:Error|ERROR): (?:src|error building site)/],
})
