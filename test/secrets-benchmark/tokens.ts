/**
 * Tokens that say by their beginning who gave them out, as Gitleaks' rules, secretlint's and the services' own pages describe
 * them: `{a36}` stands for 36 letters and digits. Written down apart from what is looked for, so that one can judge the other.
 */

import { characters, type Draw } from './draw.js'
import type { Kind } from './kinds.js'

const { base62, base64, base64url, hex, upper, digits, small } = characters

const sets: { readonly [set: string]: string } = {
  d: digits,
  h: hex,
  l: `${small}${digits}`,
  u: `${small.toUpperCase()}${digits}`,
  t: upper,
  a: base62,
  w: base64url,
  b: base64,
}

const uuid = '{h8}-{h4}-{h4}-{h4}-{h12}'

/** By their names; nothing stands round them. */
const forms: { readonly [name: string]: string } = {
  // Code hosts, registries, builds.
  'github app token': 'ghu_{a36}',
  'github server token': 'ghs_{a36}',
  'github refresh token': 'ghr_{a76}',
  'gitlab deploy token': 'gldt-{w20}',
  'gitlab runner token': 'glrt-{w20}',
  'gitlab routable token': 'glpat-{w27}.{l2}.{l7}',
  'gitlab pipeline trigger': 'glptt-{h40}',
  'gitlab feed token': 'glft-{w20}',
  'gitlab agent token': 'glagent-{w50}',
  'atlassian token': 'ATATT3{w186}',
  'rubygems token': 'rubygems_{h48}',
  'docker token': 'dckr_pat_{w27}',
  'circleci token': 'CCIPAT_{a22}_{h40}',
  'sonar token': 'squ_{h40}',
  // Models.
  'anthropic admin key': 'sk-ant-admin01-{w93}AA',
  'openai service key': 'sk-svcacct-{w74}T3BlbkFJ{w74}',
  'openai old key': 'sk-{a20}T3BlbkFJ{a20}',
  'openrouter key': 'sk-or-v1-{h64}',
  'deepseek key': 'sk-{h32}',
  'groq key': 'gsk_{a52}',
  'xai key': 'xai-{a80}',
  'perplexity key': 'pplx-{a48}',
  'replicate token': 'r8_{a37}',
  'nvidia key': 'nvapi-{w64}',
  'pinecone key': 'pcsk_{a6}_{a63}',
  'langsmith key': 'lsv2_pt_{h32}_{h10}',
  'tavily key': 'tvly-dev-{a32}',
  // Clouds.
  'aws session key id': 'ASIA{t16}',
  'aws bedrock key': 'ABSK{b109}=',
  'google bound key': 'AQ.Ab8RN6{w44}',
  'google oauth secret': 'GOCSPX-{w28}',
  'google oauth token': 'ya29.a0{w160}',
  'google refresh token': '1//0{w98}',
  'alibaba key id': 'LTAI{a20}',
  'tencent key id': 'AKID{a32}',
  'digitalocean token': 'dop_v1_{h64}',
  'databricks token': 'dapi{h32}',
  'heroku key': 'HRKU-AA{w58}',
  'fly token': 'fo1_{w43}',
  'vercel token': 'vcp_{a56}',
  'netlify token': 'nfp_{a36}',
  'cloudflare token': 'cfut_{w48}',
  'cloudflare origin key': 'v1.0-{h24}-{h146}',
  'vault token': 'hvs.{w95}',
  'supabase token': 'sbp_{h40}',
  'supabase secret key': 'sb_secret_{w31}',
  'pulumi token': 'pul-{h40}',
  'tailscale key': 'tskey-auth-{a17}-{a32}',
  'onepassword account': 'ops_eyJ{b250}',
  'azure client secret': '{a3}8Q~{w31}',
  // The services of a team.
  'slack user token': 'xoxp-{d12}-{d12}-{d12}-{h32}',
  'slack app token': 'xapp-1-{u11}-{d13}-{h64}',
  'slack refresh token': 'xoxe-1-{u146}',
  'stripe restricted key': 'rk_live_{a24}',
  'stripe webhook secret': 'whsec_{a32}',
  'square token': 'sq0atp-{w22}',
  'facebook token': 'EAAC{a120}',
  'shopify token': 'shpat_{h32}',
  'twilio key': 'SK{h32}',
  'mailgun key': 'key-{h32}',
  'linear key': 'lin_api_{a40}',
  'notion token': 'ntn_{d11}{a35}',
  'figma token': 'figd_{w40}',
  'postman key': 'PMAK-{h24}-{h34}',
  'hubspot token': `pat-na1-${uuid}`,
  'sentry token': 'sntryu_{h64}',
  'grafana account': 'glsa_{a32}_{h8}',
  'newrelic key': 'NRAK-{u27}',
  'dynatrace token': 'dt0c01.{t24}.{t64}',
}

const drawn = (draw: Draw, form: string): string =>
  form.replace(/\{([a-z])(\d+)\}/g, (_, set: string, length: string) =>
    draw.text(sets[set] ?? '', Number(length)),
  )

/** The same as kinds of secrets. */
export const tokenKinds: { readonly [name: string]: Kind } = Object.fromEntries(
  Object.entries(forms).map(([name, form]) => [
    name,
    (draw: Draw) => {
      const token = drawn(draw, form)
      return { text: token, secrets: [token] }
    },
  ]),
)
