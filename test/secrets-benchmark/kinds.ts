/** Kinds of secrets as they stand in what agents read. Nobody has them; put together so that no scanner finds one here. */

import { characters, type Draw } from './draw.js'

/** A secret with what stands round it. */
export interface Written {
  /** A line, or several. */
  readonly text: string
  /** What must not be seen of it. */
  readonly secrets: readonly string[]
}

/** How a kind of secret is written. */
export type Kind = (draw: Draw) => Written

const { base62, base64, base64url, hex, upper, digits, small } = characters

/** What stands between the parts is put there at last: `write` has a `%` where the secret is. */
function around(pattern: string, secret: string, ...others: readonly string[]): Written {
  return { text: pattern.replace('%', () => secret), secrets: [secret, ...others] }
}

const words = [
  'Summer', 'Winter', 'Falcon', 'Orange', 'Tiger', 'Berlin', 'Dragon', 'Coffee', 'Rocket', 'Purple', 'Monkey', 'Sunset',
  'Harbor', 'Silver', 'Garden', 'Prod', 'Staging', 'Backup', 'Acme', 'Shadow', 'Cactus', 'Lemon', 'Victor', 'Charlie',
] as const // biome-ignore format: a list of words

/** What people choose: words, years, a sign at the end; some have no digit. */
function chosen(draw: Draw): string {
  const one = draw.of(words)
  const other = draw.of(words)
  const year = 1980 + draw.below(50)
  const sign = draw.of(['!', '?', '#', '*', '.', '@1', '!!'])
  return draw.of([
    `${one}${year}`,
    `${one}${year}${sign}`,
    `${one}-Secret-${year}!`,
    `${one}-${other}-${draw.below(100)}`,
    `${one}${other}${sign}`,
    `${one.toLowerCase()}${other.toLowerCase()}`,
    `${one.toLowerCase()}-${other.toLowerCase()}-${draw.of(words).toLowerCase()}`,
    `${one.toLowerCase()}${draw.below(1000)}`,
    `${one.replace('e', '3').replace('o', '0')}${sign}${draw.below(90)}`,
    `${one.toLowerCase()}_${other.toLowerCase()}_${year}`,
    `${one.charAt(0)}@${one.slice(1)}${year % 100}`,
    `${one}${other}`,
  ])
}

/** What programs choose: any character that needs no quotes. */
function random(draw: Draw): string {
  return draw.text(base62, 1) + draw.text(`${base62}${base62}!@#%^*_+=./:?-,`, 7 + draw.below(17))
}

function pemBody(draw: Draw, start: string, lines: number): readonly string[] {
  const whole = start + draw.text(base64, 64 * lines - start.length)
  return [...(whole.match(/.{64}/g) ?? []), `${draw.text(base64, 30)}==`]
}

const pem = (what: string, end: 'BEGIN' | 'END'): string => `-----${end} ${what}PRIVATE ${'KEY-----'}`
const user = (draw: Draw): string => draw.of(['app', 'deploy', 'ada', 'root', 'svc_user', 'ci-bot'])
const host = (draw: Draw): string =>
  draw.of(['db.lan', 'localhost', 'api.example.com', '10.0.3.7', 'git.corp.dev'])

/** By their names. */
export const kinds: { readonly [name: string]: Kind } = {
  'GitHub token': (draw) => around('cloning with % as ada', `ghp_${draw.text(base62, 36)}`),
  'GitHub fine-grained token': (draw) =>
    around('gh auth: %', `github_pat_${draw.text(base62, 22)}_${draw.text(base62, 59)}`),
  'GitLab token': (draw) => around('push to gitlab with %', `glpat-${draw.text(base62, 20)}`),
  'Slack token': (draw) =>
    around(
      'slack says hello, %',
      `xoxb-${draw.text(digits, 12)}-${draw.text(digits, 12)}-${draw.text(base62, 24)}`,
    ),
  'Slack webhook': (draw) =>
    around(
      'POST https://hooks.slack.com/services/%',
      `T${draw.text(upper, 8)}/B${draw.text(upper, 10)}/${draw.text(base62, 24)}`,
    ),
  'Stripe key': (draw) => around('stripe.Charge with %', `sk_live_${draw.text(base62, 24)}`),
  'AWS access key id': (draw) => around('arn of user: %', `AKIA${draw.text(upper, 16)}`),
  'AWS secret in the environment': (draw) => around('AWS_SECRET_ACCESS_KEY=%', draw.text(base64, 40)),
  'AWS secret in a file': (draw) => around('aws_secret_access_key = %', draw.text(base64, 40)),
  'Google API key': (draw) => around('maps loads %', `AIza${draw.text(base62, 35)}`),
  'OpenAI key': (draw) =>
    around('client made with %', `sk-proj-${draw.text(base62, 74)}T3BlbkFJ${draw.text(base62, 74)}`),
  'Anthropic key': (draw) => around('client made with %', `sk-ant-api03-${draw.text(base64url, 93)}AA`),
  'npm token': (draw) => around('//registry.npmjs.org/:_authToken=%', `npm_${draw.text(base62, 36)}`),
  'PyPI token': (draw) => around('twine upload, %', `pypi-AgEIcHlwaS5vcmc${draw.text(base62, 120)}`),
  'JSON web token': (draw) => {
    const head = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')
    const claims = Buffer.from(`{"sub":"${draw.text(digits, 8)}","name":"Ada"}`).toString('base64url')
    return around('signed in: %', `${head}.${claims}.${draw.text(base64url, 43)}`)
  },
  'SendGrid key': (draw) =>
    around('mail goes out by %', `SG.${draw.text(base62, 22)}.${draw.text(base62, 43)}`),
  'Hugging Face token': (draw) => around('hub login %', `hf_${draw.text(base62, 34)}`),
  'Telegram bot token': (draw) =>
    around('bot %', `${draw.text(digits, 10).replace(/^0/, '1')}:AA${draw.text(base62, 33)}`),
  'private key': (draw) => {
    const body = pemBody(draw, 'MIIEpAIBAAKCAQEA', 4)
    return { text: [pem('RSA ', 'BEGIN'), ...body, pem('RSA ', 'END')].join('\n'), secrets: body }
  },
  'OpenSSH key': (draw) => {
    const body = pemBody(draw, 'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ', 3)
    return { text: [pem('OPENSSH ', 'BEGIN'), ...body, pem('OPENSSH ', 'END')].join('\n'), secrets: body }
  },
  'random password in the environment': (draw) => around('DB_PASSWORD=%', random(draw)),
  'chosen password in the environment': (draw) => around('export ADMIN_PASSWORD=%', chosen(draw)),
  'chosen password in JSON': (draw) => around('{"user": "ada", "password": "%"}', chosen(draw)),
  'random password in YAML': (draw) =>
    around('database:\n  user: ada\n  password: %\n  port: 5432', random(draw)),
  'API key in code': (draw) => around("const apiKey = '%'", draw.text(hex, 32)),
  'client secret in JSON': (draw) =>
    around('{"client_id": "web", "client_secret": "%"}', draw.text(base64url, 40)),
  'chosen secret key in code': (draw) => around('SECRET_KEY = "%"', chosen(draw)),
  'chosen password in properties': (draw) =>
    around(
      'spring.datasource.username=ada\nspring.datasource.password=%\nspring.jpa.show-sql=false',
      chosen(draw),
    ),
  'chosen password after a flag': (draw) => around('./migrate.sh --user ada --password %', chosen(draw)),
  'mysql -p': (draw) =>
    around(`mysql -h ${host(draw)} -u ${user(draw)} -p% shop -e 'select 1'`, chosen(draw)),
  'curl -u': (draw) => around(`curl -sS -u ${user(draw)}:% https://${host(draw)}/v1/items`, chosen(draw)),
  'sshpass -p': (draw) => around(`sshpass -p % ssh ${user(draw)}@${host(draw)} uptime`, chosen(draw)),
  'redis-cli -a': (draw) => around(`redis-cli -h ${host(draw)} -a % ping`, chosen(draw)),
  'docker login -p': (draw) =>
    around(`docker login -u ${user(draw)} -p % registry.example.com`, chosen(draw)),
  '.netrc': (draw) => around(`machine ${host(draw)}\n  login ${user(draw)}\n  password %`, chosen(draw)),
  "docker's auth": (draw) => {
    const auth = Buffer.from(`${user(draw)}:${chosen(draw)}`).toString('base64')
    return around('{"auths": {"registry.example.com": {"auth": "%"}}}', auth)
  },
  'IDENTIFIED BY': (draw) =>
    around(`CREATE USER '${user(draw)}'@'%h' IDENTIFIED BY '%';`.replace('%h', '127.0.0.1'), chosen(draw)),
  Cookie: (draw) => around('> Cookie: theme=dark; sessionid=%; lang=en', draw.text(base62, 32)),
  'Set-Cookie': (draw) =>
    around('< Set-Cookie: connect.sid=%; Path=/; HttpOnly', `s%3A${draw.text(base62, 32)}`),
  'Authorization: Token': (draw) => around('Authorization: Token %', draw.text(hex, 40)),
  'Authorization: Bearer': (draw) => around("-H 'Authorization: Bearer %'", draw.text(base64url, 43)),
  'token in an address': (draw) =>
    around(`git clone https://%@${host(draw)}/acme/shop.git`, draw.text(hex, 40)),
  'password in an address': (draw) =>
    around(
      `postgres://${user(draw)}:%@${host(draw)}:5432/shop`,
      draw.text(base62, 4 + draw.below(8)) + draw.of(['$', '/']) + draw.text(base62, 3 + draw.below(8)),
    ),
  'connection string': (draw) =>
    around(`Server=${host(draw)};Database=shop;User Id=${user(draw)};Password=%;Encrypt=true`, chosen(draw)),
}

/** A sentence's words and small letters, for what stands round a secret. */
export function filler(draw: Draw, length: number): string {
  let text = ''
  while (text.length < length) text += `${draw.text(small, 2 + draw.below(7))} `
  return text.slice(0, length)
}
