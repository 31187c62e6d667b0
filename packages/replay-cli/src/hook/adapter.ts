/** The agent that is recorded while it runs. Another one is another folder, of which this file makes the choice. */

export * from './claude-code/index.js'
