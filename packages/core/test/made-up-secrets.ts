/** Secrets that nobody has: put together here, so that no scanner finds one in this repository. */

/** Sets of characters. */
export const characters = {
  hex: '0123456789abcdef',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  small: 'abcdefghijklmnopqrstuvwxyz0123456789',
  base62: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  base64: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  base64url: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-',
  digits: '0123456789',
} as const

/** A text that looks random, the same for the same seed. */
export function madeUp(set: keyof typeof characters, length: number, seed = 1): string {
  const from = characters[set]
  let state = (seed * 2_654_435_761 + 1) >>> 0
  let text = ''
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    text += from.charAt(Math.floor((state / 2 ** 32) * from.length))
  }
  return text
}

const join = (...parts: readonly string[]): string => parts.join('')

/** For each pattern, how its secrets look: with a seed, so that each is there several times. */
export const secretMakers: { readonly [pattern: string]: readonly ((seed: number) => string)[] } = {
  'age-key': [(seed) => join('AGE-SECRET', '-KEY-1', madeUp('upper', 58, seed))],
  'anthropic-key': [
    (seed) => join('sk-', 'ant-api03-', madeUp('base64url', 93, seed), 'AA'),
    (seed) => join('sk-', 'ant-oat01-', madeUp('base64url', 95, seed)),
  ],
  'atlassian-token': [(seed) => join('ATAT', 'T3xFfGF0', madeUp('base64url', 170, seed), '=', 'AB12CD34')],
  authorization: [
    (seed) => join('Authorization: To', 'ken ', madeUp('hex', 40, seed)),
    (seed) => join('authorization: ', madeUp('base62', 32, seed), '7x'),
  ],
  'aws-access-key-id': [
    (seed) => join('AK', 'IA', madeUp('upper', 16, seed)),
    (seed) => join('AS', 'IA', madeUp('upper', 16, seed)),
  ],
  'aws-bedrock-key': [(seed) => join('AB', 'SK', madeUp('base64', 128, seed))],
  'azure-client-secret': [(seed) => join('aB3', '8Q', '~', madeUp('base62', 34, seed))],
  'azure-sas-signature': [
    (seed) => join('https://a.blob.core.windows.net/c?sv=2022&si', 'g=', madeUp('base64', 43, seed), '%3D'),
  ],
  'azure-storage-key': [
    (seed) => join('DefaultEndpointsProtocol=https;Account', 'Key=', madeUp('base64', 86, seed), '=='),
  ],
  'basic-authorization': [
    (seed) =>
      join('Authorization: Ba', 'sic ', Buffer.from(`ada:${madeUp('base62', 12, seed)}`).toString('base64')),
  ],
  'bearer-authorization': [
    (seed) => join('Authorization: Bea', 'rer ', madeUp('base64url', 40, seed), '1a'),
    (seed) => join("-H 'authorization: bea", 'rer ', madeUp('hex', 32, seed), "1a'"),
  ],
  'bitbucket-token': [(seed) => join('AT', 'BB', madeUp('base62', 32, seed))],
  'brevo-key': [(seed) => join('xkey', 'sib-', madeUp('hex', 64, seed), '-', madeUp('base62', 16, seed))],
  'command-password': [
    (seed) => join('mysql -u root -', 'p', madeUp('base62', 9, seed), ' shop'),
    (seed) => join('curl -sS -', 'u ada:', madeUp('base62', 9, seed), ' https://git.internal/x'),
    (seed) => join('sshpass -', 'p ', madeUp('base62', 9, seed), ' ssh ada@host'),
    (seed) => join('redis-cli -h cache -', 'a ', madeUp('base62', 9, seed), ' ping'),
    (seed) => join('docker login -u ada -', 'p ', madeUp('base62', 9, seed), ' registry.internal'),
  ],
  cookie: [
    (seed) => join('Cookie: theme=dark; session', 'id=', madeUp('base62', 32, seed)),
    (seed) => join('set-cookie: connect.s', 'id=', madeUp('base62', 32, seed)),
  ],
  'databricks-token': [(seed) => join('da', 'pi', madeUp('hex', 32, seed))],
  'digitalocean-token': [(seed) => join('dop', '_v1_', madeUp('hex', 64, seed))],
  'discord-bot-token': [
    (seed) =>
      join(
        Buffer.from(`10${madeUp('digits', 16, seed)}`)
          .toString('base64')
          .replace(/=+$/, ''),
        '.Gx',
        madeUp('base64url', 4, seed),
        '.',
        madeUp('base64url', 38, seed),
      ),
  ],
  'discord-webhook': [
    (seed) =>
      join(
        'https://discord.com/api/web',
        'hooks/',
        `1${madeUp('digits', 17, seed)}`,
        '/',
        madeUp('base64url', 68, seed),
      ),
  ],
  'docker-token': [(seed) => join('dckr', '_pat_', madeUp('base64url', 27, seed))],
  'doppler-token': [(seed) => join('dp.', 'pt.', madeUp('base62', 43, seed))],
  'figma-token': [(seed) => join('fig', 'd_', madeUp('base64url', 40, seed))],
  'fly-token': [(seed) => join('fm', '2_', madeUp('base64', 120, seed))],
  'github-fine-grained-token': [
    (seed) => join('github', '_pat_', madeUp('base62', 22, seed), '_', madeUp('base62', 59, seed)),
  ],
  'github-token': [
    (seed) => join('gh', 'p_', madeUp('base62', 36, seed)),
    (seed) => join('gh', 'o_', madeUp('base62', 36, seed)),
    (seed) => join('gh', 's_', madeUp('base62', 36, seed)),
    (seed) => join('gh', 'u_', madeUp('base62', 36, seed)),
    (seed) => join('gh', 'r_', madeUp('base62', 76, seed)),
  ],
  'gitlab-runner-token': [(seed) => join('GR13', '48941', madeUp('base64url', 20, seed))],
  'gitlab-token': [(seed) => join('glp', 'at-', madeUp('base64url', 20, seed))],
  'google-api-key': [(seed) => join('AI', 'za', madeUp('base64url', 35, seed).replace(/-$/, 'x'))],
  'google-oauth-secret': [(seed) => join('GOC', 'SPX-', madeUp('base64url', 28, seed))],
  'google-oauth-token': [(seed) => join('ya', '29.', madeUp('base64url', 120, seed))],
  'google-refresh-token': [(seed) => join('1/', '/0', madeUp('base64url', 60, seed))],
  'grafana-token': [(seed) => join('gl', 'sa_', madeUp('base62', 32, seed), '_', madeUp('hex', 8, seed))],
  'groq-key': [(seed) => join('gs', 'k_', madeUp('base62', 52, seed))],
  'heroku-key': [(seed) => join('HRKU', '-AA', madeUp('base64url', 58, seed))],
  'huggingface-token': [(seed) => join('h', 'f_', madeUp('base62', 34, seed))],
  jwt: [
    (seed) =>
      join(
        'ey',
        Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url').slice(2),
        '.',
        Buffer.from(`{"sub":"${seed}","name":"Ada"}`).toString('base64url'),
        '.',
        madeUp('base64url', 43, seed),
      ),
  ],
  'linear-key': [(seed) => join('lin', '_api_', madeUp('base62', 40, seed))],
  'mailgun-key': [(seed) => join('ke', 'y-', madeUp('hex', 32, seed))],
  'named-secret': [
    (seed) => join('AWS_SECRET_ACCESS', '_KEY=', madeUp('base64', 39, seed), '7'),
    (seed) => join('export SESSION_TO', 'KEN="', madeUp('base62', 32, seed), '3"'),
    (seed) => join('"api', 'Key": "', madeUp('hex', 32, seed), '"'),
    (seed) => join('client_sec', "ret: '", madeUp('base64url', 40, seed), "4'"),
    (seed) => join('curl --to', 'ken ', madeUp('small', 30, seed), '9'),
    (seed) => join('?access_to', 'ken=', madeUp('base62', 30, seed), '8&page=2'),
    (seed) => join('{\\"auth_to', 'ken\\": \\"', madeUp('base62', 24, seed), '5\\"}'),
  ],
  'newrelic-key': [(seed) => join('NR', 'AK-', madeUp('upper', 27, seed))],
  'notion-token': [(seed) => join('nt', 'n_', madeUp('base62', 46, seed))],
  'npm-token': [(seed) => join('np', 'm_', madeUp('base62', 36, seed))],
  'nuget-key': [(seed) => join('oy', '2', madeUp('small', 43, seed))],
  'openai-key': [
    (seed) => join('sk-', 'proj-', madeUp('base64url', 120, seed)),
    (seed) => join('sk-', 'svcacct-', madeUp('base64url', 120, seed)),
  ],
  'openrouter-key': [(seed) => join('sk-', 'or-v1-', madeUp('hex', 64, seed))],
  password: [
    (seed) => join('DB_PASS', 'WORD=', madeUp('base62', 10, seed), '7x'),
    (seed) => join('"pass', 'word": "hunter', `${seed}2!q`, '"'),
    (seed) => join('db.pass', 'wd = ', madeUp('small', 9, seed), '5k'),
    (seed) => join('IDENTIFIED WITH PASS', "WORD 'Tr0ub4dor", `${seed}z`, "'"),
  ],
  'password-hash': [
    (seed) =>
      join(
        'root:$',
        '6$',
        madeUp('base62', 12, seed),
        '$',
        madeUp('base62', 86, seed),
        ':19722:0:99999:7:::',
      ),
    (seed) => join('$', '2b$12$', madeUp('base62', 53, seed)),
    (seed) =>
      join(
        '$',
        'argon2id$v=19$m=65536,t=3,p=4$',
        madeUp('base62', 22, seed),
        '$',
        madeUp('base62', 43, seed),
      ),
  ],
  'perplexity-key': [(seed) => join('pp', 'lx-', madeUp('base62', 48, seed))],
  'pgpass-password': [(seed) => join('db.internal:5432:shop:ada', ':', madeUp('base62', 11, seed), 'x')],
  'planetscale-token': [(seed) => join('pscale', '_tkn_', madeUp('base64url', 43, seed))],
  'postman-key': [(seed) => join('PM', 'AK-', madeUp('hex', 24, seed), '-', madeUp('hex', 34, seed))],
  'private-key': [
    (seed) =>
      join(
        '-----BEGIN RSA PRIV',
        'ATE KEY-----\n',
        madeUp('base64', 64, seed),
        '\n',
        madeUp('base64', 64, seed + 9),
        '\n-----END RSA PRIV',
        'ATE KEY-----',
      ),
    (seed) =>
      join(
        '"-----BEGIN PRIV',
        'ATE KEY-----\\n',
        madeUp('base64', 64, seed),
        '\\n-----END PRIV',
        'ATE KEY-----\\n"',
      ),
    (seed) =>
      join(
        '-----BEGIN OPENSSH PRIV',
        'ATE KEY-----\n',
        madeUp('base64', 70, seed),
        '\n',
        madeUp('base64', 40, seed),
      ),
  ],
  'pulumi-token': [(seed) => join('pu', 'l-', madeUp('hex', 40, seed))],
  'pypi-token': [(seed) => join('pypi-', 'AgEIcHlwaS5vcmc', madeUp('base64url', 120, seed))],
  'registry-auth': [
    (seed) => join('"au', 'th": "', Buffer.from(`ada:${madeUp('base62', 12, seed)}`).toString('base64'), '"'),
  ],
  'replicate-token': [(seed) => join('r', '8_', madeUp('base62', 37, seed))],
  'rubygems-token': [(seed) => join('ruby', 'gems_', madeUp('hex', 48, seed))],
  'sendgrid-key': [
    (seed) => join('S', 'G.', madeUp('base64url', 22, seed), '.', madeUp('base64url', 43, seed)),
  ],
  'sentry-token': [(seed) => join('sntry', 's_', madeUp('base62', 60, seed))],
  'shopify-token': [(seed) => join('shp', 'at_', madeUp('hex', 32, seed))],
  'signed-url': [
    (seed) => join('https://b.s3.amazonaws.com/k?X-Amz-Sig', 'nature=', madeUp('hex', 64, seed)),
  ],
  'sk-key': [
    (seed) => join('s', 'k-', madeUp('base62', 48, seed)),
    (seed) => join('s', 'k-', madeUp('hex', 32, seed)),
  ],
  'slack-token': [
    (seed) =>
      join(
        'xo',
        'xb-',
        madeUp('digits', 12, seed),
        '-',
        madeUp('digits', 12, seed),
        '-',
        madeUp('base62', 24, seed),
      ),
    (seed) =>
      join(
        'xa',
        'pp-1-',
        madeUp('upper', 10, seed),
        '-',
        madeUp('digits', 12, seed),
        '-',
        madeUp('hex', 64, seed),
      ),
  ],
  'slack-webhook': [
    (seed) =>
      join(
        'https://hooks.sla',
        'ck.com/services/T',
        madeUp('upper', 8, seed),
        '/B',
        madeUp('upper', 8, seed),
        '/',
        madeUp('base62', 24, seed),
      ),
  ],
  'sourcegraph-token': [(seed) => join('sg', 'p_', madeUp('hex', 40, seed))],
  'sql-password': [
    (seed) => join("CREATE USER 'ada'@'%' IDENTIFIED B", "Y '", madeUp('base62', 11, seed), "'"),
  ],
  'square-token': [(seed) => join('sq0', 'atp-', madeUp('base64url', 22, seed))],
  'stripe-key': [
    (seed) => join('sk', '_live_', madeUp('base62', 24, seed)),
    (seed) => join('rk', '_live_', madeUp('base62', 99, seed)),
  ],
  'stripe-webhook-secret': [(seed) => join('wh', 'sec_', madeUp('base62', 32, seed))],
  'supabase-token': [(seed) => join('sb', 'p_', madeUp('hex', 40, seed))],
  'tailscale-key': [
    (seed) => join('tsk', 'ey-auth-', madeUp('base62', 12, seed), 'CNTRL-', madeUp('base62', 24, seed)),
  ],
  'teams-webhook': [
    (seed) =>
      join(
        'https://acme.webhook.off',
        'ice.com/webhookb2/',
        madeUp('hex', 36, seed),
        '@',
        madeUp('hex', 36, seed),
        '/IncomingWebhook/',
        madeUp('hex', 32, seed),
      ),
  ],
  'telegram-bot-token': [
    (seed) =>
      join(`1${madeUp('digits', 9, seed)}`, ':A', 'A', madeUp('base64url', 33, seed).replace(/-$/, 'x')),
  ],
  'twilio-key': [(seed) => join('S', 'K', madeUp('hex', 32, seed))],
  'url-password': [
    (seed) => join('postgres:/', '/ada:', madeUp('base62', 14, seed), '@db.internal:5432/app'),
    (seed) => join('https:/', '/x-access:', madeUp('hex', 20, seed), '@git.internal/r.git'),
    (seed) => join('redis:/', '/:', madeUp('base62', 14, seed), '@cache:6379'),
  ],
  'url-token': [(seed) => join('https:/', '/', madeUp('hex', 40, seed), '@git.internal/acme/shop.git')],
  'vault-token': [(seed) => join('hv', 's.', madeUp('base64url', 90, seed))],
  'xai-key': [(seed) => join('xa', 'i-', madeUp('base62', 80, seed))],
}
