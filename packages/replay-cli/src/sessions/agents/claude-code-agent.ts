/** All sessions of Claude Code. */

import { join } from 'node:path'
import { claudeProject, claudeProjects, isClaudeSession } from '../../sources/newest/claude-code-files.js'
import { namesIn } from '../../sources/newest/recorded-files.js'
import type { AgentFor } from './agent.js'
import { filesOfFolders } from './files-of-folders.js'

/** Sets Claude Code up. */
export const claudeCodeAgent: AgentFor = (agentHome) => ({
  name: 'Claude Code',
  async files() {
    const projects = claudeProjects(agentHome)
    if (projects === null) return []
    const folders = (await namesIn(projects)).map((name) => join(projects, name))
    return filesOfFolders(folders, isClaudeSession)
  },
  tellsInFile: true,
  projects: async (path) => ({ all: await claudeProject(path), each: [] }),
})
