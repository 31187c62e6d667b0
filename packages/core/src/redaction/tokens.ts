/**
 * Tokens that services give out with a beginning of their own. What each looks like is a fact that its service or a scanner
 * (Gitleaks, secretlint, GitHub's secret scanning) documents.
 */

import { isWithinWord, type SecretKind } from './kinds.js'
import { isVaried, mixing } from './literals.js'

/** The sets of characters that tokens are made of. */
const sets = {
  hex: /[a-f0-9]/,
  anyHex: /[a-fA-F0-9]/,
  lower: /[a-z0-9]/,
  upper: /[A-Z0-9]/,
  alnum: /[A-Za-z0-9]/,
  word: /[\w-]/,
  dotted: /[\w.-]/,
  base64: /[\w+/=-]/,
  sealed: /[\w+/=,.%~@-]/,
}

/**
 * One kind: the name that a redacted place shows, how its tokens begin, of which characters the rest is and how many there
 * are at least; with `exact`, no letter or digit follows that number.
 */
type Row = readonly [name: string, starts: string, set: keyof typeof sets, least: number, exact?: 'exact']

const rows: readonly Row[] = [
  // Code hosts, registries and builds.
  ['github-token', 'ghp_ gho_ ghu_ ghs_ ghr_', 'alnum', 36],
  ['github-fine-grained-token', 'github_pat_', 'word', 36],
  ['gitlab-token', 'glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glffct- glsoat- glagent-', 'dotted', 20],
  ['gitlab-token', 'glimt- gloas- glwt- _gitlab_session=', 'dotted', 20],
  ['atlassian-token', 'ATATT3 ATCTT3', 'base64', 60],
  ['npm-token', 'npm_', 'alnum', 36, 'exact'],
  ['pypi-token', 'pypi-AgE', 'word', 50],
  ['rubygems-token', 'rubygems_', 'hex', 48],
  ['docker-token', 'dckr_pat_ dckr_oat_', 'word', 24],
  ['circleci-token', 'CCIPAT_ CCIPRJ_', 'word', 40],
  ['sonar-token', 'squ_ sqp_ sqa_', 'hex', 40],
  ['snyk-token', 'snyk_uat. snyk_sat.', 'dotted', 40],
  // Models and what is built around them.
  ['anthropic-key', 'sk-ant-', 'word', 20],
  ['openai-key', 'sk-proj- sk-svcacct- sk-admin- sk-None-', 'word', 20],
  ['openrouter-key', 'sk-or-v1-', 'hex', 40],
  ['sk-key', 'sk-', 'alnum', 32],
  ['huggingface-token', 'hf_ api_org_', 'alnum', 34, 'exact'],
  ['groq-key', 'gsk_', 'alnum', 40],
  ['xai-key', 'xai-', 'alnum', 60],
  ['perplexity-key', 'pplx-', 'alnum', 40],
  ['replicate-token', 'r8_', 'alnum', 37],
  ['nvidia-key', 'nvapi-', 'word', 48],
  ['pinecone-key', 'pcsk_', 'word', 40],
  ['langsmith-key', 'lsv2_pt_ lsv2_sk_', 'word', 32],
  ['tavily-key', 'tvly-', 'word', 28],
  // Clouds and where programs run.
  ['aws-access-key-id', 'AKIA ASIA ABIA ACCA', 'upper', 16, 'exact'],
  ['aws-bedrock-key', 'ABSK', 'base64', 100],
  ['aws-bedrock-key', 'bedrock-api-key-', 'base64', 60],
  ['google-api-key', 'AIza', 'word', 35, 'exact'],
  ['google-api-key', 'AQ.', 'word', 40],
  ['google-oauth-secret', 'GOCSPX-', 'word', 28],
  ['google-oauth-token', 'ya29.', 'dotted', 20],
  ['google-refresh-token', '1//0', 'word', 40],
  ['alibaba-key', 'LTAI', 'alnum', 16],
  ['tencent-key', 'AKID', 'alnum', 32, 'exact'],
  ['digitalocean-token', 'dop_v1_ doo_v1_ dor_v1_', 'hex', 64],
  ['databricks-token', 'dapi', 'hex', 32],
  ['heroku-key', 'HRKU-', 'word', 36],
  ['fly-token', 'fm1r_ fm1a_ fm2_ fo1_', 'sealed', 40],
  ['fly-token', 'FlyV1 ', 'sealed', 60],
  ['vercel-token', 'vcp_ vci_ vca_ vcr_ vck_', 'word', 24],
  ['netlify-token', 'nfp_ nfo_ nfc_ nfu_ nfb_', 'alnum', 36],
  ['cloudflare-token', 'cfut_ cfat_ cfk_', 'word', 40],
  ['cloudflare-token', 'v1.0-', 'word', 120],
  ['vault-token', 'hvs. hvb. hvr.', 'word', 24],
  ['supabase-token', 'sbp_', 'hex', 40],
  ['supabase-token', 'sb_secret_', 'word', 24],
  ['pulumi-token', 'pul-', 'hex', 40, 'exact'],
  ['tailscale-key', 'tskey-', 'word', 20],
  ['onepassword-token', 'ops_eyJ', 'base64', 60],
  // Messages, payments and the other services of a team.
  ['slack-token', 'xoxa- xoxb- xoxp- xoxr- xoxs- xoxo- xoxc- xoxd- xapp- xoxe- xoxe.xox', 'sealed', 20],
  ['slack-webhook', 'hooks.slack.com/services/ hooks.slack.com/workflows/', 'base64', 24],
  ['stripe-key', 'sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_', 'alnum', 16],
  ['stripe-webhook-secret', 'whsec_', 'base64', 24],
  ['square-token', 'sq0atp- sq0csp- sq0idp- EAAAE EAAAl', 'word', 22],
  ['facebook-token', 'EAA', 'alnum', 60],
  ['shopify-token', 'shpat_ shpca_ shppa_ shpss_', 'anyHex', 32],
  ['twilio-key', 'SK0 SK1 SK2 SK3 SK4 SK5 SK6 SK7 SK8 SK9 SKa SKb SKc SKd SKe SKf', 'hex', 31, 'exact'],
  ['mailgun-key', 'key-', 'hex', 32, 'exact'],
  ['linear-key', 'lin_api_ lin_oauth_', 'alnum', 32],
  ['notion-token', 'ntn_', 'alnum', 40],
  ['notion-token', 'secret_', 'alnum', 43, 'exact'],
  ['figma-token', 'figd_ figu_', 'word', 36],
  ['postman-key', 'PMAK-', 'word', 50],
  ['hubspot-token', 'pat-na1- pat-na2- pat-eu1-', 'word', 36],
  ['sentry-token', 'sntrys_ sntryu_', 'base64', 40],
  ['grafana-token', 'glsa_ glc_', 'base64', 32],
  ['grafana-token', 'eyJrIjoi', 'base64', 60],
  ['newrelic-key', 'NRAK- NRII- NRJS- NRAA-', 'word', 19],
  ['dynatrace-token', 'dt0c01. dt0s01. dt0s02. dt0s06. dt0s08. dt0s16.', 'dotted', 60],
]

/** All kinds. */
export const tokenKinds = rows.map(([name, starts, set, least, exact]) => ({
  name,
  starts: starts.endsWith(' ') ? [starts] : starts.split(' '),
  set,
  least,
  isExact: exact === 'exact',
}))

const tables = new Map(
  Object.entries(sets).map(([name, set]) => [
    name,
    Uint8Array.from({ length: 128 }, (_, code) => (set.test(String.fromCharCode(code)) ? 1 : 0)),
  ]),
)

/** No token is longer, in characters: the rest of a longer run is none of it. */
const longestToken = 8192

/** A beginning as short as this is that of a token only where a word begins; of letters alone, only before what looks random. */
const shortBeginning = 5

/** The kinds as they are looked for. */
export const tokens: readonly SecretKind[] = tokenKinds.map((kind) => ({
  name: kind.name,
  starts: kind.starts,
  at(text, index, start) {
    const from = index + start.length
    const [run, end] = runOf(text, from, kind)
    const isLong = end - from >= kind.least
    const isToken =
      isLong &&
      !(kind.isExact && /[A-Za-z0-9]/.test(text.charAt(end))) &&
      isMade(text.slice(from, end), start) &&
      !(needsWordStart(start, kind) && isWithinWord(text, index))
    if (isToken) return { place: [index, end], next: end, looked: run - index }
    // A run that is long enough and no token is a placeholder as a whole.
    return { place: null, next: run - from >= kind.least ? run : index, looked: run - index }
  },
}))

/** Where the characters of a kind's set end, and where its token would. */
function runOf(text: string, from: number, { set, least, isExact }: (typeof tokenKinds)[number]) {
  const table = tables.get(set)
  const last = Math.min(text.length, from + longestToken)
  let run = from
  while (run < last && table?.[text.charCodeAt(run)] === 1) run += 1
  if (isExact) return [run, Math.min(run, from + least)] as const
  let end = run
  // A sentence may end behind it; what is no longer than it must be is all its own.
  while (end - from > least && /[.,~%@-]/.test(text.charAt(end - 1))) end -= 1
  return [run, end] as const
}

/** `ghp_xxxxxxxx…` is a placeholder. */
function isMade(rest: string, start: string): boolean {
  if (!isVaried(rest)) return false
  if (/[^A-Za-z0-9]/.test(start) || start.length > shortBeginning) return true
  if (/\d/.test(rest)) return /[A-Za-z]/.test(rest)
  // Of words every fifth letter is a capital at the most, and none has so many in a row; a constant has capitals alone.
  const capitals = rest.replace(/[^A-Z]/g, '').length / rest.length
  return (capitals >= 0.3 && /[a-z]/.test(rest)) || /[A-Z]{16}/.test(rest) || mixing(rest) >= 0.12
}

/** True for a beginning that is one only at the start of a word. `ghp_` before letters and digits alone is no part of a name. */
function needsWordStart(start: string, { set }: (typeof tokenKinds)[number]): boolean {
  if (set === 'alnum' && /^[A-Za-z]{3,}_$/.test(start)) return false
  return start.length <= shortBeginning || /^[A-Za-z]+[-_]$/.test(start)
}
