import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { builtinPatternNames } from '../src/redaction/find-secrets.js'
import { createRedactor } from '../src/redaction/redactor.js'
import { madeUp, secretMakers } from './made-up-secrets.js'

const redactor = createRedactor()
const seeds = [1, 2, 3, 4, 5, 6, 7, 8]

describe('every built-in pattern', () => {
  test('is in the table', () => {
    expect(Object.keys(secretMakers).sort()).toEqual([...builtinPatternNames])
  })

  test.each(Object.entries(secretMakers))('%s is found wherever it stands', (name, makers) => {
    for (const make of makers) {
      for (const seed of seeds) {
        const secret = make(seed)
        for (const text of [
          secret,
          `Use ${secret} now.`,
          `a\n${secret}\nb`,
          `["${secret}"]`,
          JSON.stringify({ a: `x\n${secret}` }),
        ]) {
          const redacted = redactor.text(text)
          expect(redacted, text).toContain(`[redacted:${name}]`)
          expect(redactor.text(redacted)).toBe(redacted)
        }
      }
    }
  })

  test.each(Object.entries(secretMakers))('%s can be switched off by its name', (name, makers) => {
    const without = createRedactor({ off: [name] })
    for (const make of makers) expect(without.text(make(1))).not.toContain(`[redacted:${name}]`)
  })
})

test('a token without digits, nearly all of it capitals', () => {
  expect(redactor.text('use ATBBQWERTZUIOPASDFaGHJKLYXCVBNMQ now')).toBe('use [redacted:bitbucket-token] now')
})

test('more secrets than a call takes arguments', () => {
  const many = 130_000
  const token = `ghp_${madeUp('base62', 36)}`
  const redacted = redactor.text(`${token} `.repeat(many))
  expect(redacted.split('[redacted:github-token]').length - 1).toBe(many)
})

const nearMisses: readonly (readonly [string, string])[] = [
  ['a UUID', '3f2b8c1e-9d4a-4e6f-8b7c-2a1d5e9f0c3b'],
  ['a UUID beside a plain name', '"requestId": "3f2b8c1e-9d4a-4e6f-8b7c-2a1d5e9f0c3b"'],
  ['a git hash', `commit ${madeUp('hex', 40)}`],
  ['a short git hash', `HEAD is now at ${madeUp('hex', 7)} Mend the parser`],
  ['an integrity hash', `"integrity": "sha512-${madeUp('base64', 86)}=="`],
  ['a digest', `sha256:${madeUp('hex', 64)}`],
  ['an image', `data:image/png;base64,iVBORw0KGgo${madeUp('base64', 4000)}`],
  [
    'base64 of a text',
    Buffer.from('The quick brown fox jumps over the lazy dog. '.repeat(9)).toString('base64'),
  ],
  ['hex of a text', Buffer.from('The quick brown fox jumps over the lazy dog. ').toString('hex')],
  ['a constant that begins as a token', 'ATBB_MAXIMUM_NUMBER_OF_RETRIES_PER_CALL'],
  ['a call', 'const token = getToken()'],
  ['a call with digits', 'const apiKey = await loadApiKey2(config.auth2)'],
  ['a number of tokens', 'tokens: 1200'],
  ['a number of tokens in JSON', '{"max_tokens": 4096, "total_tokens": 123456789}'],
  ['a member', 'password: config.database.password1'],
  ['the environment', 'const secret = process.env.API_KEY_2'],
  ['the environment in Python', "token = os.environ['GH_TOKEN_2']"],
  ['a variable of the shell', 'curl -H "Authorization: Bearer $TOKEN_2" --password "$' + '{DB_PASSWORD}"'],
  ['a template', 'DATABASE_URL=postgres://user:$' + '{PASSWORD}@db:5432/app'],
  ['a placeholder in brackets', 'Authorization: Bearer <your-token-1>'],
  ['changeme', 'PASSWORD=changeme'],
  ['a placeholder in words', 'API_KEY=your-api-key-here-12345'],
  ['crosses', 'GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'],
  ['stars', 'password: ********'],
  ['dots', 'sk-ant-...'],
  ['a type', 'interface User { password: string; token?: string | null }'],
  ['a type with digits', 'key: Uint8Array, secret: Base64String'],
  ['a label', '"password": "Password"'],
  ['a sentence', 'The password is wrong, the token expired, and the secret key is missing.'],
  ['a page token', 'nextPageToken: "CAUQAA9x8Y7z6W5v4U3t2S1r"'],
  ['a kebab name', '--disk-encryption-algorithm task-runner-with-a-long-name-2024'],
  ['a path', 'SECRET_PATH=/run/secrets/db_password_2'],
  ['a name of a file', 'token: ./fixtures/token2.json'],
  ['a public key', `-----BEGIN PUBLIC KEY-----\n${madeUp('base64', 64)}\n-----END PUBLIC KEY-----`],
  ['a certificate', `-----BEGIN CERTIFICATE-----\n${madeUp('base64', 64)}\n-----END CERTIFICATE-----`],
  [
    'a key block without a key',
    "text.includes('-----BEGIN PRIVATE KEY-----') || other.startsWith('-----BEGIN ')",
  ],
  ['an ssh public key', `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${madeUp('base64', 43)} ada@host`],
  ['an address with a port', 'http://localhost:8080/a@b'],
  ['an address of a package', 'https://registry.example/@scope/name@1.2.3'],
  ['an scp address', 'git@host.example:team/repo.git'],
  ['a model', 'model: claude-3-5-sonnet-20241022'],
  ['a time', 'token_expiry: 2026-01-05T10:00:00.000Z'],
  ['a version', 'jwt: 9.0.2'],
  ['css', '.pass-2 { color: #ff00aa }'],
  ['a regular expression', 'const secret = /ghp_[A-Za-z0-9]{36}/'],
  ['Bearer in prose', 'Bearer tokens are sent in the Authorization header'],
  ['Basic in prose', 'Basic understanding of authentication'],
  ['a word like a beginning', 'sk-learn, SG.x, r8_, hf_model_name, npm_config_registry, key-value'],
  ['minified code', 'function a(b){return b.token=c?d(b.token):e.pass=f,g.secret}'],
  ['the environment under a name that says secret', 'SECRET_KEY=process.env.SECRET_KEY'],
  ['a type that says string', 'token: string'],
  ['a limit', 'max_tokens=4000'],
  ['a place of a secret', 'password: secretsmanager:prod/db/main'],
  ['a place of a secret in AWS', '"arn:aws:secretsmanager:eu-west-1:123456789012:secret:shop-db-a1B2c3"'],
  ['a token to be filled in', 'token = <your-token>'],
  ['a variable of the shell in braces', 'DB_PASSWORD=$' + '{VAR}'],
  ['a command', 'DB_PASSWORD=$' + '(pass show db)'],
  ['a call as a value', 'token = getToken()'],
  ['a call with members', 'const privateKey = secp256k1.utils.randomPrivateKey();'],
  ['a field of a model', 'password: str = Field(min_length=8)'],
  ['a count', 'tokens: 1234'],
  ['a reference of Actions', 'token: $' + '{{ secrets.GITHUB_TOKEN }}'],
  [
    'a reference of Kubernetes',
    '- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      name: shop\n      key: password',
  ],
  ['a name with a reference', '{"name": "DB_PASSWORD", "value": "$' + '{DB_PASSWORD}"}'],
  ['a template of Jinja', 'api_key: "{{ vault_api_key }}"'],
  ['what sops encrypted', 'password: ENC[AES256_GCM,data:abc1,type:str]'],
  ['a vault of Ansible', 'password: !vault |'],
  ['a label', '"password": "Kennwort"'],
  ['an empty value and the next line', 'DB_PASSWORD=\nAPI_KEY=your-api-key'],
  ['the working folder', 'Pwd: "/home/ada/shop"'],
  ['a comparison of a lexer', "if (token === 'EOF_2024') return"],
  ['fetch', "fetch(url, { credentials: 'same-origin' })"],
  ['what a test expects', "{ test: 'x', pass: 'yes2' }"],
  ['ports', 'docker run -p 8080:80 mysql:8 -p3306:3306'],
  ['mysql that asks', 'mysql -u root -p shop'],
  ['mysql with a variable', 'mysql -p"$MYSQL_PASSWORD" -u root'],
  ['curl with variables', 'curl -u "$USER:$PASS" https://example.com'],
  ['a user of a container', 'docker run -u 1000:1000 curlimages/curl'],
  ['login with standard input', 'docker login -u ada --password-stdin'],
  ['a cookie of a look', 'Cookie: theme=dark; lang=en'],
  ['a cookie in prose', 'Set-Cookie sets them, the Cookie header carries them'],
  ['a place in a file', 'src/auth.ts:5432:12: password is required'],
  ['a user in an address', 'https://ada@git.internal/acme/shop.git'],
  ['an address with a port and a path', 'http://localhost:8080/@vite/client'],
  ['entities', '&lt;input type=&quot;password&quot; name=&quot;password&quot;&gt;'],
  ['a mark that is there', 'PASSWORD=[redacted:password]'],
]

describe('what is no secret stays', () => {
  test.each(nearMisses)('%s', (_, text) => {
    expect(redactor.text(text)).toBe(text)
  })

  test('this package as it is written', () => {
    for (const file of ['shapes', 'tokens', 'named-secrets', 'literals', 'decoded-texts', 'redactor']) {
      const source = readFileSync(new URL(`../src/redaction/${file}.ts`, import.meta.url), 'utf8')
      expect(redactor.text(source)).toBe(source)
    }
  })
})
