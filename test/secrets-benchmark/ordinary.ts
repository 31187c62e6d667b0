/** Texts without a secret, many of which look as if they had one: what agents read all day. */

import { characters, type Draw } from './draw.js'

const { hex, base64, base62, digits, upper } = characters

/** Writes a text without a secret. */
export type Ordinary = (draw: Draw) => string

const nouns = [
  'user',
  'order',
  'session',
  'account',
  'item',
  'client',
  'request',
  'page',
  'invoice',
  'device',
] as const
const noun = (draw: Draw): string => draw.of(nouns)
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const number = (draw: Draw): string => String(1 + draw.below(99_999))
const uuid = (draw: Draw): string => [8, 4, 4, 4, 12].map((length) => draw.text(hex, length)).join('-')
const version = (draw: Draw): string => `${draw.below(20)}.${draw.below(30)}.${draw.below(30)}`
/** Names that say secret. */
const names = [
  'password',
  'token',
  'secret',
  'apiKey',
  'accessToken',
  'clientSecret',
  'passwd',
  'authToken',
  'privateKey',
] as const
const name = (draw: Draw): string => draw.of(names)
const variable = (draw: Draw): string =>
  draw.of([
    'API_KEY',
    'DB_PASSWORD',
    'SECRET_KEY',
    'GITHUB_TOKEN',
    'AUTH_TOKEN',
    'CLIENT_SECRET',
    'PGPASSWORD',
    'JWT_SECRET',
  ])

/** Some of a list's texts, in an order that is drawn, as lines. */
function some(draw: Draw, texts: readonly [string, ...string[]], most = 5): string {
  return Array.from({ length: 1 + draw.below(most) }, () => draw.of(texts)).join('\n')
}

/** Twenty kinds of them, by their names. */
export const ordinaryTexts: { readonly [name: string]: Ordinary } = {
  TypeScript: (draw) =>
    some(draw, [
      `const ${name(draw)} = process.env.${variable(draw)}`,
      `const ${name(draw)} = process.env['${variable(draw)}'] ?? ''`,
      `export interface ${capital(noun(draw))} { ${name(draw)}: string; ${name(draw)}?: string | null }`,
      `  ${name(draw)}: string`,
      `  readonly ${name(draw)}: Uint8Array`,
      `function login(${noun(draw)}: string, password: string): Promise<${capital(noun(draw))}> {`,
      `const token = await get${capital(noun(draw))}Token(${noun(draw)}.id, { ttl: ${number(draw)} })`,
      `this.${name(draw)} = ${name(draw)}`,
      `this.token = options.token ?? config.auth.token2`,
      `if (token === '${draw.of(['(', ')', '{', 'EOF', ';', '=>'])}') return parse${capital(noun(draw))}()`,
      `let token = tokens[index + ${draw.below(9)}]`,
      `case 'token': return { ...state, token: action.payload.${noun(draw)}Token }`,
      `const { password, token: ${noun(draw)}Token, ...rest } = ${noun(draw)}`,
      `<input type="password" name="password" placeholder="Password" autocomplete="current-password" />`,
      `expect(${noun(draw)}.password).toBeUndefined()`,
      `headers: { Authorization: \`Bearer \${${noun(draw)}.accessToken}\`, 'X-Api-Key': apiKey },`,
      `password: await bcrypt.hash(password, ${8 + draw.below(5)}),`,
      `const secret = randomBytes(${16 + draw.below(32)}).toString('hex')`,
      `type Secret = { apiKey: ApiKey; token: Token }`,
      `sessionToken: z.string().min(${draw.below(40)}),`,
      `const passwordField = form.elements.namedItem('password')`,
      `token: undefined, secret: null, password: '',`,
    ]),
  Python: (draw) =>
    some(draw, [
      `password: str = Field(min_length=${draw.below(20)})`,
      `${variable(draw)} = os.environ["${variable(draw)}"]`,
      `${variable(draw)} = os.getenv("${variable(draw)}", "")`,
      `api_key = settings.${variable(draw)}`,
      `def connect(host: str, password: str | None = None, token: Optional[str] = None):`,
      `conn = psycopg2.connect(host=host, user=user, password=password)`,
      `client = Client(api_key=api_key, timeout=${number(draw)})`,
      `token = self.tokens[self.pos + ${draw.below(5)}]`,
      `max_tokens=${number(draw)}, temperature=0.${draw.below(9)}`,
      `password = getpass.getpass("Password: ")`,
      `secret = secrets.token_urlsafe(${16 + draw.below(32)})`,
      `token = request.headers.get("Authorization", "").removeprefix("Bearer ")`,
      `user.password = make_password(raw_password)`,
      `self.token = token`,
      `SECRET_KEY = config("SECRET_KEY")`,
      `password = models.CharField(max_length=${128})`,
      `pad_token="[PAD]", eos_token="</s>", unk_token="<unk>"`,
      `tokenizer.pad_token = tokenizer.eos_token`,
      `AWS_SECRET_ACCESS_KEY = None`,
      `access_token: SecretStr = Field(alias="accessToken")`,
      `raise ValueError("password: must be at least ${8 + draw.below(9)} characters")`,
    ]),
  'Go, Rust, Java and others': (draw) =>
    some(draw, [
      `password := os.Getenv("${variable(draw)}")`,
      `Token string \`json:"token" yaml:"token"\``,
      `let token = env::var("${variable(draw)}").expect("${variable(draw)} is not set");`,
      `pub struct Config { pub api_key: String, pub password: Option<String> }`,
      `private String password;`,
      `@Value("\${spring.datasource.password}") private String password;`,
      `this.password = password;`,
      `token: &Token, secret: Arc<Secret>,`,
      `secret := []byte(cfg.${capital(noun(draw))}Secret)`,
      `public string ApiKey { get; set; }`,
      `String token = jwtService.generateToken(${noun(draw)});`,
      `.setPassword(passwordEncoder.encode(request.getPassword()))`,
      `$password = $_POST['password'];`,
      `'password' => env('DB_PASSWORD', ''),`,
      `'password' => Hash::make($request->password),`,
      `password: ENV.fetch("${variable(draw)}")`,
      `#define TOKEN_MAX ${number(draw)}`,
      `std::string token = lexer.next_token();`,
      `val apiKey = BuildConfig.API_KEY`,
      `token = strtok(NULL, " ");`,
    ]),
  shell: (draw) =>
    some(draw, [
      `export ${variable(draw)}="$(gh auth token)"`,
      `export ${variable(draw)}=$${variable(draw)}`,
      `${variable(draw)}=\${${variable(draw)}:-}`,
      `read -rs PASSWORD; echo`,
      `curl -u "$USER:$PASS" https://example.com/${noun(draw)}/${number(draw)}`,
      `curl -H "Authorization: Bearer $TOKEN" -H "X-Api-Key: \${API_KEY}" "$URL"`,
      `mysql -u root -p ${noun(draw)}s < dump.sql`,
      `mysql -p"$MYSQL_PASSWORD" -u "$MYSQL_USER"`,
      `docker login -u ada --password-stdin < token.txt`,
      `docker login -u "$USER" -p "$DOCKER_PASSWORD"`,
      `docker run -p 8080:80 -p 127.0.0.1:5432:5432 --name ${noun(draw)} postgres:16`,
      `redis-cli -a "$REDIS_PASSWORD" ping`,
      `sshpass -p "$SSH_PASSWORD" ssh ada@host`,
      `mkdir -p packages/${noun(draw)}/src && cd "$_"`,
      `[ -z "$GITHUB_TOKEN" ] && echo "GITHUB_TOKEN is not set"`,
      `unset ${variable(draw)}`,
      `grep -rn "password" src --include='*.ts' | head -${draw.below(50)}`,
      `ssh -p 2222 -i ~/.ssh/id_ed25519 deploy@10.0.0.${draw.below(255)}`,
      `kubectl create secret generic ${noun(draw)}-credentials --from-file=password=./password.txt`,
      `echo "\${{ secrets.${variable(draw)} }}" | docker login ghcr.io -u \${{ github.actor }} --password-stdin`,
      `openssl rand -hex 32 > secret.txt`,
      `--token "$TOKEN" --password-file /run/secrets/db_password_${draw.below(9)}`,
      `npm config set //registry.npmjs.org/:_authToken \${NPM_TOKEN}`,
      `PASSWORD=\`cat /run/secrets/password\``,
    ]),
  YAML: (draw) =>
    some(draw, [
      `password: \${DB_PASSWORD}\n  user: app`,
      `- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      name: ${noun(draw)}-secret\n      key: password`,
      `token: \${{ secrets.GITHUB_TOKEN }}`,
      `secretName: ${noun(draw)}-tls-${draw.below(9)}`,
      `imagePullSecrets:\n  - name: regcred`,
      `password: <your-password>`,
      `password: changeme`,
      `api_key: "{{ vault_api_key }}"`,
      `password: !vault |`,
      `secret: secretsmanager:prod/${noun(draw)}/db-${draw.below(9)}`,
      `apiKey: ssm:///${noun(draw)}/api/key${draw.below(9)}`,
      `password: "{{ lookup('env', 'DB_PASSWORD') }}"`,
      `max_tokens: ${number(draw)}\ntemperature: 0.2`,
      `token_limit: ${number(draw)}`,
      `auth:\n  type: token\n  token: null`,
      `password:\n  type: string\n  format: password\n  minLength: 8`,
      `id-token: write\ncontents: read`,
      `DB_PASSWORD_FILE: /run/secrets/db_password`,
      `tokens: ${number(draw)}`,
      `secret: true`,
      `POSTGRES_PASSWORD: postgres`,
    ]),
  JSON: (draw) =>
    some(draw, [
      `{"max_tokens": ${number(draw)}, "total_tokens": ${number(draw)}, "prompt_tokens": ${number(draw)}}`,
      `{"id": "${uuid(draw)}", "password": null, "token": "", "hasPassword": true}`,
      `{"usage": {"input_tokens": ${number(draw)}, "cache_read_input_tokens": ${number(draw)}}}`,
      `{"type": "object", "properties": {"password": {"type": "string", "minLength": 8}, "token": {"type": "string"}}}`,
      `{"password": "Password", "forgot": "Forgot password?", "token": "Token", "apiKey": "API key"}`,
      `{"name": "DB_PASSWORD", "value": "\${DB_PASSWORD}"}`,
      `{"error": "invalid_token", "error_description": "The access token expired"}`,
      `{"nextPageToken": "${draw.text(base62, 24)}"}`,
      `{"token": "Identifier", "value": "${noun(draw)}", "start": ${number(draw)}}`,
      `{"secret": "<redacted>", "password": "********"}`,
      `{"jwt": "^${version(draw)}", "password-hash": "${version(draw)}"}`,
      `{"valueFrom": "arn:aws:secretsmanager:eu-west-1:${draw.text(digits, 12)}:secret:${noun(draw)}-db-${draw.text(base62, 6)}"}`,
      `{"apiKey": "your-api-key-here", "secret": "REPLACE_ME"}`,
      `{"request_id": "${draw.text(base62, 22)}", "etag": "W/\\"${draw.text(hex, 32)}\\""}`,
      `{"token_type": "Bearer", "expires_in": ${number(draw)}, "scope": "read write"}`,
    ]),
  'INI and .env.example': (draw) =>
    some(draw, [
      `DB_PASSWORD=`,
      `API_KEY=your-api-key`,
      `SECRET_KEY=changeme`,
      `TOKEN=xxxxxxxxxxxxxxxx`,
      `JWT_SECRET=<generate with openssl rand -hex 32>`,
      `password = %(db_password)s`,
      `DATABASE_URL=postgres://\${DB_USER}:\${DB_PASSWORD}@localhost:5432/${noun(draw)}`,
      `DATABASE_URL=postgres://user:password@localhost:5432/${noun(draw)}`,
      `SESSION_SECRET=replace-with-a-long-random-string`,
      `STRIPE_SECRET_KEY=sk_test_...`,
      `AWS_SECRET_ACCESS_KEY=\${AWS_SECRET_ACCESS_KEY}`,
      `MAX_TOKENS=${number(draw)}`,
      `TOKEN_TTL=${number(draw)}`,
      `PASSWORD_MIN_LENGTH=${draw.below(20)}`,
      `SECRETS_PATH=/run/secrets/${noun(draw)}`,
      `API_KEY_HEADER=X-Api-Key`,
      `TOKEN_URL=https://example.com/oauth/token`,
      `; password = none`,
    ]),
  log: (draw) =>
    some(draw, [
      `2026-01-0${1 + draw.below(9)}T10:00:00Z INFO request ${uuid(draw)} took ${number(draw)} ms`,
      `[${number(draw)}] worker ${draw.text(hex, 12)} started, pid=${number(draw)}`,
      `WARN token expired for ${noun(draw)} ${number(draw)}, refreshing`,
      `ERROR password authentication failed for user "${noun(draw)}"`,
      `DEBUG GET /${noun(draw)}s/${uuid(draw)}?page=${draw.below(9)} 200 ${number(draw)}b`,
      `FATAL:  password authentication failed for user "postgres"`,
      `tokens: 12,${draw.below(999)} in, ${number(draw)} out, cost $0.${draw.below(99)}`,
      `error: token: unexpected end of input at line ${number(draw)}`,
      `npm notice shasum: ${draw.text(hex, 40)}`,
      `Warning: Using a password on the command line interface can be insecure.`,
      `trace_id=${draw.text(hex, 32)} span_id=${draw.text(hex, 16)} token=valid`,
      `remote: Invalid username or password.`,
      `info: authenticated by token, scopes: repo, read:org`,
      `Login Succeeded (token cached in ~/.config/gh/hosts.yml)`,
      `secret "${noun(draw)}-tls" created`,
      `Enter passphrase for key '/home/ada/.ssh/id_ed25519':`,
    ]),
  'hashes and commits': (draw) =>
    some(draw, [
      `commit ${draw.text(hex, 40)}`,
      `index ${draw.text(hex, 7)}..${draw.text(hex, 7)} 100644`,
      `${draw.text(hex, 64)}  dist/${noun(draw)}.tar.gz`,
      `sha256:${draw.text(hex, 64)}`,
      `${draw.text(hex, 7)} Mend the token parser (#${number(draw)})`,
      `FROM node@sha256:${draw.text(hex, 64)}`,
      `ETag: "${draw.text(hex, 32)}"`,
      `MD5 (${noun(draw)}.zip) = ${draw.text(hex, 32)}`,
    ]),
  'UUIDs and ids': (draw) =>
    some(draw, [
      `"id": "${uuid(draw)}"`,
      `toolu_${draw.text(base62, 24)}`,
      `call_${draw.text(base62, 24)}`,
      `msg_${draw.text(base62, 24)}`,
      `arn:aws:iam::${draw.text(digits, 12)}:role/${noun(draw)}-role`,
      `req-${uuid(draw)}`,
      `i-0${draw.text(hex, 16)} running`,
      `projects/${noun(draw)}/locations/eu/keyRings/main/cryptoKeys/key-${draw.below(9)}`,
    ]),
  images: (draw) =>
    `<img src="data:image/png;base64,iVBORw0KGgo${draw.text(base64, 200 + draw.below(2000))}" alt="">`,
  'lock file of npm': (draw) =>
    `"node_modules/${noun(draw)}-token": {\n  "version": "${version(draw)}",\n  "resolved": "https://registry.example.com/${noun(draw)}/-/${noun(draw)}-${version(draw)}.tgz",\n  "integrity": "sha512-${draw.text(base64, 86)}=="\n},`,
  'other lock files': (draw) =>
    some(draw, [
      `[[package]]\nname = "secret-${noun(draw)}"\nversion = "${version(draw)}"\nchecksum = "${draw.text(hex, 64)}"`,
      `golang.org/x/oauth2 v${version(draw)} h1:${draw.text(base64, 43)}=`,
      `    {file = "token-${version(draw)}-py3-none-any.whl", hash = "sha256:${draw.text(hex, 64)}"},`,
      `  jsonwebtoken@${version(draw)}:\n    resolution: {integrity: sha512-${draw.text(base64, 86)}==}`,
      `"password-prompt@^${version(draw)}":\n  version "${version(draw)}"\n  integrity sha1-${draw.text(base64, 27)}=`,
    ]),
  paths: (draw) =>
    some(draw, [
      `/home/ada/projects/${noun(draw)}/src/auth/token-${noun(draw)}.ts`,
      `packages/core/src/secret/${noun(draw)}Password.ts:${number(draw)}:12`,
      `C:\\Users\\ada\\AppData\\Local\\${capital(noun(draw))}\\token.json`,
      `./node_modules/.pnpm/${noun(draw)}@${version(draw)}_${draw.text(hex, 32)}/node_modules/${noun(draw)}`,
      `file:///tmp/${draw.text(base62, 12)}/password-reset.html`,
      `/var/run/secrets/kubernetes.io/serviceaccount/token`,
      `KEY_PATH=/etc/ssl/private/${noun(draw)}.key token_file=/var/lib/${noun(draw)}/token`,
    ]),
  prose: (draw) =>
    some(draw, [
      `The password is wrong, the token expired, and the secret key is missing.`,
      `Set the environment variable ${variable(draw)} before you start the ${noun(draw)} service.`,
      `Passwords: at least ${8 + draw.below(8)} characters. Tokens: valid for ${number(draw)} seconds.`,
      `I'll add a password field to the ${noun(draw)} form, then token refresh.`,
      `Bearer tokens are sent in the Authorization header; Basic authentication is off.`,
      `secret: nobody knows how the ${noun(draw)} page works`,
      `Use a password manager. Never commit a token: rotate it instead.`,
      `Cookies are small; the Cookie header carries them, Set-Cookie sets them.`,
      `Note that password: required, ${noun(draw)}: optional.`,
      `- [ ] token: rename to accessToken\n- [x] password: hash with argon2`,
      `The key: simplicity. The secret: practice. The token: gratitude.`,
      `Step ${draw.below(9)}: mysql -p asks for the password; curl -u takes user:password.`,
    ]),
  SQL: (draw) =>
    some(draw, [
      `password VARCHAR(${number(draw)}) NOT NULL,`,
      `ALTER TABLE ${noun(draw)}s ADD COLUMN password_hash TEXT;`,
      `SELECT id, password, token FROM ${noun(draw)}s WHERE token = $1 AND id = ${number(draw)};`,
      `UPDATE ${noun(draw)}s SET password = ?, token = NULL WHERE id = ${number(draw)};`,
      `INSERT INTO ${noun(draw)}s (id, password) VALUES ($1, crypt($2, gen_salt('bf')));`,
      `CREATE USER app IDENTIFIED BY :password;`,
      `CREATE INDEX idx_${noun(draw)}_token ON ${noun(draw)}s (token);`,
    ]),
  'minified code': (draw) =>
    `function ${draw.text(base62, 1)}(e,t){return e.token=t?n(t.token):e.pass=r,i.secret||e.password===o.pwd}var ${draw.of(['a', 'b'])}={key:${number(draw)},token:e,secret:t.a,password:n.b[${draw.below(9)}]};`,
  'certificates and public keys': (draw) =>
    draw.of([
      `-----BEGIN CERTIFICATE-----\n${draw.text(base64, 64)}\n${draw.text(base64, 64)}\n-----END CERTIFICATE-----`,
      `-----BEGIN PUBLIC KEY-----\n${draw.text(base64, 64)}\n-----END PUBLIC KEY-----`,
      `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${draw.text(base64, 43)} ada@host`,
      `ssh-rsa AAAAB3NzaC1yc2EAAAADAQAB${draw.text(base64, 340)} ada@host`,
      `SHA256:${draw.text(base64, 43)} ada@host (ED25519)`,
    ]),
  'tests and HTML': (draw) =>
    some(draw, [
      `it('refuses a wrong password', async () => {`,
      `<label for="password">Password</label><input id="password" type="password" required>`,
      `render(<Login password={password} token={token} onSubmit={submit} />)`,
      `await page.fill('#password', password)`,
      `token: expect.any(String),`,
      `password: faker.internet.password(),`,
      `const token = sign({ sub: ${noun(draw)}.id }, secret, { expiresIn: '${draw.below(60)}m' })`,
      `<meta name="csrf-token" content="{{ csrf_token() }}">`,
      `apiKey: 'test-api-key', password: 'password', token: 'fake-token', secret: 'my-secret',`,
      `.token { color: #${draw.text(hex, 6)}; } .token.keyword { color: #${draw.text(hex, 6)}; }`,
    ]),
  addresses: (draw) =>
    some(draw, [
      `https://example.com/${noun(draw)}s/${uuid(draw)}?page=${draw.below(99)}&sort=asc`,
      `git@github.com:acme/${noun(draw)}.git`,
      `ssh://git@git.acme.dev:2222/acme/${noun(draw)}.git`,
      `https://ada@git.acme.dev/acme/${noun(draw)}.git`,
      `http://localhost:${3000 + draw.below(6000)}/@vite/client?t=${draw.text(digits, 13)}`,
      `https://cdn.example.com/npm/@scope/${noun(draw)}@${version(draw)}/dist/index.js`,
      `postgres://$DB_USER:$DB_PASSWORD@$DB_HOST:5432/app`,
      `redis://:\${REDIS_PASSWORD}@redis:6379/0`,
      `mailto:ada@example.com, s3://bucket/${draw.text(hex, 32)}/${noun(draw)}.parquet`,
      `https://user:<password>@example.com/`,
      `https://docs.example.com/guides/${draw.text(upper, 3).toLowerCase()}#token-${noun(draw)}`,
    ]),
}
