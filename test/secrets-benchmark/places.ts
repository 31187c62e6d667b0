/** Twenty places and encodings in which a secret stands, and how whoever searches for it reads them. */

import type { Draw } from './draw.js'
import { filler, type Written } from './kinds.js'

/** A place or an encoding. */
export interface Place {
  /** A secret's text as it stands there. */
  readonly write: (written: Written, draw: Draw) => string
  /** What somebody reads there who undoes the encoding. */
  readonly read: (text: string) => readonly string[]
}

const asItIs = (text: string): readonly string[] => [text]
const lines = (text: string, each: (line: string, index: number) => string): string =>
  text.split('\n').map(each).join('\n')
const unquoted = (text: string): string =>
  text.replace(/\\(?:u([\da-f]{4})|(.))/gi, (_, code: string | undefined, sign: string) =>
    code === undefined ? (sign === 'n' ? '\n' : sign) : String.fromCharCode(Number.parseInt(code, 16)),
  )

/** What is left between marks, decoded from each place at which a byte may begin. */
function pieces(text: string, shifts: number, decode: (piece: string) => string): readonly string[] {
  const parts = text.split(/\[redacted:[a-z0-9-]+\]|\s+/)
  return parts.flatMap((part) => Array.from({ length: shifts }, (_, shift) => decode(part.slice(shift))))
}

const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString('latin1')

/** Colour codes, as terminals read them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they begin with
const colours = /\u001b\[[\d;]*[mK]/g

/** By their names. */
export const places: { readonly [name: string]: Place } = {
  'output of a command': {
    write: ({ text }, draw) => `$ cat it\n${text}\n${filler(draw, 30)}\n`,
    read: asItIs,
  },
  'line of a log': {
    write: ({ text }) =>
      lines(text, (line, index) => `2026-01-05T10:00:0${index % 10}.123Z INFO [app] ${line}`),
    read: (text) => [text.replace(/^\S+ INFO \[app\] /gm, '')],
  },
  sentence: {
    write: ({ text }, draw) => `Please use \`${text}\` for the ${filler(draw, 20)}, then go on.`,
    read: asItIs,
  },
  'code block': { write: ({ text }) => `This is what it says:\n\n\`\`\`\n${text}\n\`\`\`\n`, read: asItIs },
  'table of Markdown': { write: ({ text }) => lines(text, (line) => `| ${line} | yes |`), read: asItIs },
  diff: {
    write: ({ text }) => `@@ -1,2 +1,3 @@\n context\n${lines(text, (line) => `+${line}`)}\n`,
    read: asItIs,
  },
  'numbered lines': {
    write: ({ text }) => lines(text, (line, index) => `${String(index + 1).padStart(6)}\t${line}`),
    read: asItIs,
  },
  'lines of grep -n': {
    write: ({ text }) => lines(text, (line, index) => `conf/app.env:${index + 3}:${line}`),
    read: asItIs,
  },
  comment: { write: ({ text }) => `export {}\n${lines(text, (line) => `// ${line}`)}\n`, read: asItIs },
  JSON: {
    write: ({ text }) => JSON.stringify({ stdout: `${text}\n`, exit: 0 }),
    read: (text) => [unquoted(text)],
  },
  'JSON in JSON': {
    write: ({ text }) => JSON.stringify({ body: JSON.stringify({ stdout: `${text}\n` }) }),
    read: (text) => [unquoted(unquoted(text))],
  },
  '\\u escapes': {
    write: ({ text }) =>
      [...text].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    read: (text) => [unquoted(text)],
  },
  'percent signs': {
    write: ({ text }) => `https://example.com/?q=${encodeURIComponent(text)}`,
    read: (text) => [
      text.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    ],
  },
  base64: {
    write: ({ text }, draw) => Buffer.from(`${filler(draw, draw.below(9))}\n${text}\n`).toString('base64'),
    read: (text) => pieces(text, 4, fromBase64),
  },
  'colours of grep': {
    write: ({ text, secrets }, draw) =>
      withinSecret(text, secrets, (secret) => {
        const at = draw.below(secret.length)
        const end = at + 1 + draw.below(secret.length - at)
        return `${secret.slice(0, at)}\u001b[01;31m\u001b[K${secret.slice(at, end)}\u001b[m\u001b[K${secret.slice(end)}`
      }),
    read: (text) => [text.replace(colours, '')],
  },
  'colours of a highlighter': {
    write: ({ text, secrets }) => withinSecret(text, secrets, (secret) => `\u001b[32m${secret}\u001b[0m`),
    read: (text) => [text.replace(colours, '')],
  },
}

function withinSecret(text: string, secrets: readonly string[], write: (secret: string) => string): string {
  return secrets.reduce((written, secret) => written.replace(secret, () => write(secret)), text)
}
