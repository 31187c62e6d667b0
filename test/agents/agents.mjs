/**
 * The agents that are tried. An agent is one file that exports this shape; a line here is all it needs.
 *
 * @typedef {object} Edition
 * @property {string} package the npm package
 * @property {string} version exactly
 * @property {readonly string[]} program the words that start it: `node` is this Node.js, a path is one in node_modules
 *
 * @typedef {object} Agent
 * @property {string} name as in `--only`
 * @property {readonly Edition[]} editions the versions that are tried
 * @property {(place: import('./place.mjs').Place) => Promise<void>} check plays its sessions and holds what came of them
 */

import { claudeCode } from './claude-code.mjs'
import { cline } from './cline.mjs'
import { codex } from './codex.mjs'
import { geminiCli } from './gemini-cli.mjs'
import { opencode } from './opencode.mjs'
import { qwenCode } from './qwen-code.mjs'

/** @type {readonly Agent[]} */
export const agents = [claudeCode, cline, codex, geminiCli, opencode, qwenCode]
