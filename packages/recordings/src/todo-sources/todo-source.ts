/** The places outside a todo tool that can be read for todos, as the command line names them. */
export const todoSourceNames = ['markdown'] as const

export type TodoSourceName = (typeof todoSourceNames)[number]
