import { payloads as all } from './payloads.js'

export * from './payloads.js'
export const payloads = all.filter((_, i) => i % 12 === 0 || /𝒳|x{100}/.test(all[i] ?? ''))
