/** Secrets that the text around them gives away: headers, addresses, key blocks, connection strings. */

import { isPlaceholder } from './named-secret.js'
import type { SecretShape } from './secret-shape.js'

/** The base64 body of a key, however its lines are broken: line breaks, `\n` in JSON, quotes and `+` in code. */
const isKeyBody = (block: string): boolean => {
  const [, , body = ''] = block.split('-----')
  return /[A-Za-z0-9+/=]{40}/.test(body.replace(/\\+[nrt]|[\s"'`+,\\]/g, ''))
}

/** True where base64 gives `user:password`. */
const isUserAndPassword = (encoded: string): boolean =>
  /^[\x20-\x7e]{1,100}?:[\x20-\x7e]{2,}$/.test(Buffer.from(encoded, 'base64').toString('latin1'))

const isRealPassword = (password: string): boolean =>
  !isPlaceholder(password) &&
  !/^(?:pass(?:word|wd)?|pwd|pw|secret|postgres|root|admin|user(?:name)?|guest)$/i.test(password)

/** Every pattern of this file. */
export const contextShapes: readonly SecretShape[] = [
  {
    name: 'private-key',
    starts: ['-----BEGIN '],
    shape:
      /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----)){40,20000}(?:-----END [A-Z0-9 ]{1,60}-----)?/y,
    check: isKeyBody,
  },
  {
    name: 'jwt',
    starts: ['eyJ'],
    shape:
      /eyJ[\w-]{8,600}={0,2}\.(?:eyJ[\w-]{8,8000}={0,2}\.[\w-]{16,}|[\w-]{0,800}\.[\w-]{8,800}\.[\w-]{8,8000}\.[\w-]{8,})/y,
    isWord: true,
  },
  {
    name: 'url-password',
    starts: ['://'],
    shape: /:\/\/[^\s:@/?#"'`<>\\()[\]{}]{0,100}:([^\s@/"'`<>\\()[\]{}]{3,200})@[\w.[-]/dy,
    check: isRealPassword,
  },
  {
    name: 'basic-authorization',
    starts: ['Basic ', 'basic ', 'BASIC '],
    shape: /basic {1,3}([A-Za-z0-9+/_-]{8,512}={0,2})/diy,
    isWord: true,
    check: isUserAndPassword,
  },
  {
    name: 'bearer-authorization',
    starts: ['Bearer ', 'bearer ', 'BEARER '],
    shape: /bearer {1,3}([\w.~+/-]{16,2048}={0,2})/diy,
    isWord: true,
    check: (value) => /\d/.test(value) && /[a-z]/i.test(value) && !isPlaceholder(value),
  },
  {
    name: 'telegram-bot-token',
    starts: [':AA'],
    shape: /(?<=\d{8}):(AA[\w-]{32,34})(?![\w-])/dy,
  },
  {
    // The first part is base64 of a number: in every four characters the first three are from few.
    name: 'discord-bot-token',
    starts: ['M', 'N', 'O'].flatMap((first) => ['D', 'T', 'j', 'z'].map((second) => first + second)),
    shape: /(?:[MNO][DTjz][AEIMQUYcgk][w-z0-5]){4,7}[\w-]{0,4}\.[\w-]{5,8}\.[\w-]{27,45}/y,
    isWord: true,
  },
  {
    name: 'azure-storage-key',
    starts: ['AccountKey=', 'SharedAccessKey=', 'accountkey=', 'sharedaccesskey='],
    shape: /[a-z]{10,15}=([A-Za-z0-9+/]{40,90}={0,2})/diy,
  },
  {
    name: 'azure-sas-signature',
    starts: ['&sig=', '?sig='],
    shape: /[&?]sig=([A-Za-z0-9+/%]{40,80}(?:=|%3D){0,2})/diy,
  },
  {
    name: 'signed-url',
    starts: ['X-Amz-Signature=', 'X-Amz-Security-Token=', 'X-Goog-Signature='],
    shape: /X-[A-Za-z-]{10,20}=([A-Za-z0-9+/%=]{40,4096})/dy,
  },
]
