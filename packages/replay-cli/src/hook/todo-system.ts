/** The tools and the todo system of the agent that `adapter.ts` chooses, apart from it: they take long to load. */

export * from './claude-code/todo-system.js'
