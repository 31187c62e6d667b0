export { parsedJson as nestedJson } from './json-value.js'
