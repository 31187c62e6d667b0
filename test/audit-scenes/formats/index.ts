/** The formats that scenes are written in. */

import { claudeCode } from './claude-code.js'
import { codex } from './codex.js'
import { geminiCli } from './gemini-cli.js'
import { opencode } from './opencode.js'
import type { SceneFormat } from './rendering.js'

/** Each scene is written in all that can say it. */
export const sceneFormats: readonly SceneFormat[] = [claudeCode, codex, opencode, geminiCli]
