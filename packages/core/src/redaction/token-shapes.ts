/** Keys and tokens that their makers gave a beginning of their own. */

import type { SecretShape } from './secret-shape.js'

/** A token of a service: its beginnings, then so many characters of a set. */
function token(name: string, starts: readonly string[], rest: string, isWord: boolean = false): SecretShape {
  const beginning = starts.map((start) => start.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')
  const shape = new RegExp(`(?:${beginning})${rest}`, 'y')
  return isWord ? { name, starts, shape, isWord } : { name, starts, shape }
}

const isWord = true

/** Code hosts and package registries. */
const codeHosts: readonly SecretShape[] = [
  token('github-token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], '[A-Za-z0-9]{36,255}'),
  token('github-fine-grained-token', ['github_pat_'], '[A-Za-z0-9_]{36,255}'),
  token(
    'gitlab-token',
    [
      'glpat-',
      'gldt-',
      'glrt-',
      'glrtr-',
      'glcbt-',
      'glptt-',
      'glft-',
      'glsoat-',
      'glagent-',
      'glimt-',
      'gloas-',
    ],
    '[\\w-]{20,}(?:\\.[\\w-]{2,}){0,2}',
    isWord,
  ),
  token('gitlab-runner-token', ['GR1348941'], '[\\w-]{20,}'),
  token('bitbucket-token', ['ATBB'], '[A-Za-z0-9_=.-]{24,}', isWord),
  token('atlassian-token', ['ATATT3'], '[A-Za-z0-9_=-]{60,}'),
  token('npm-token', ['npm_'], '[A-Za-z0-9]{36}(?![A-Za-z0-9])', isWord),
  token('pypi-token', ['pypi-AgE'], '[\\w-]{50,}'),
  token('rubygems-token', ['rubygems_'], '[a-f0-9]{48}'),
  token('docker-token', ['dckr_pat_', 'dckr_oat_'], '[\\w-]{24,}'),
  token('nuget-key', ['oy2'], '[a-z0-9]{43}(?![A-Za-z0-9])', isWord),
]

/** Model providers. */
const modelProviders: readonly SecretShape[] = [
  token('anthropic-key', ['sk-ant-'], '[\\w-]{20,}'),
  token('openai-key', ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'], '[\\w-]{20,}', isWord),
  token('openrouter-key', ['sk-or-v1-'], '[a-f0-9]{40,}', isWord),
  token('sk-key', ['sk-'], '[A-Za-z0-9]{32,}(?![A-Za-z0-9])', isWord),
  token('huggingface-token', ['hf_', 'api_org_'], '[A-Za-z0-9]{34,}(?![A-Za-z0-9])', isWord),
  token('groq-key', ['gsk_'], '[A-Za-z0-9]{40,}', isWord),
  token('xai-key', ['xai-'], '[A-Za-z0-9]{60,}', isWord),
  token('perplexity-key', ['pplx-'], '[A-Za-z0-9]{40,}', isWord),
  token('replicate-token', ['r8_'], '[A-Za-z0-9]{37,}', isWord),
]

/** Clouds and where programs run. */
const clouds: readonly SecretShape[] = [
  token('aws-access-key-id', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], '[A-Z0-9]{16}(?![A-Za-z0-9])', isWord),
  token('aws-bedrock-key', ['ABSK'], '[A-Za-z0-9+/]{100,}={0,2}', isWord),
  token('google-api-key', ['AIza'], '[\\w-]{35}(?![A-Za-z0-9])'),
  token('google-oauth-secret', ['GOCSPX-'], '[\\w-]{28}'),
  token('google-oauth-token', ['ya29.'], '[\\w.-]{20,}', isWord),
  token('google-refresh-token', ['1//0'], '[\\w-]{40,}', isWord),
  token('azure-client-secret', ['7Q~', '8Q~'], '[\\w.~-]{31,34}(?![\\w.~-])'),
  token('digitalocean-token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], '[a-f0-9]{64}'),
  token('databricks-token', ['dapi'], '[a-f0-9]{32}(?:-\\d)?(?![A-Za-z0-9])', isWord),
  token('heroku-key', ['HRKU-AA'], '[\\w-]{50,}'),
  token('fly-token', ['fm1r_', 'fm2_', 'FlyV1 '], '[\\w+/=,-]{60,}', isWord),
  token('vault-token', ['hvs.', 'hvb.', 'hvr.'], '[\\w-]{24,}', isWord),
  token('supabase-token', ['sbp_'], '[a-f0-9]{40}', isWord),
  token('planetscale-token', ['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'], '[\\w=.-]{32,}'),
  token('pulumi-token', ['pul-'], '[a-f0-9]{40}(?![A-Za-z0-9])', isWord),
  token('tailscale-key', ['tskey-'], '[a-z]+-[A-Za-z0-9]+-[A-Za-z0-9]{16,}', isWord),
  token('doppler-token', ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.'], '[\\w.-]{40,}', isWord),
  token('age-key', ['AGE-SECRET-KEY-1'], '[A-Z0-9]{58}'),
]

/** Messages, payments and the other services of a team. */
const services: readonly SecretShape[] = [
  token(
    'slack-token',
    ['xoxa-', 'xoxb-', 'xoxp-', 'xoxr-', 'xoxs-', 'xoxo-', 'xoxc-', 'xoxd-'],
    '[\\w%-]{20,}',
  ),
  token('slack-token', ['xapp-', 'xoxe-', 'xoxe.xox'], '[\\w.-]{20,}'),
  token('slack-webhook', ['hooks.slack.com/'], '(?:services|workflows|triggers)/[\\w/-]{24,}'),
  token('discord-webhook', ['/api/webhooks/'], '\\d{15,22}/[\\w-]{40,}'),
  token('teams-webhook', ['.webhook.office.com/'], 'webhookb2/[\\w@/-]{80,}'),
  token('stripe-key', ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'], '[A-Za-z0-9]{16,}', isWord),
  token('stripe-webhook-secret', ['whsec_'], '[A-Za-z0-9+/]{24,}={0,2}', isWord),
  token('sendgrid-key', ['SG.'], '[\\w-]{16,32}\\.[\\w-]{30,64}', isWord),
  token('twilio-key', ['SK'], '[a-f0-9]{32}(?![A-Za-z0-9])', isWord),
  token('mailgun-key', ['key-'], '[a-f0-9]{32}(?![A-Za-z0-9])', isWord),
  token('brevo-key', ['xkeysib-'], '[a-f0-9]{64}-[A-Za-z0-9]{16}'),
  token('shopify-token', ['shpat_', 'shpca_', 'shppa_', 'shpss_'], '[a-fA-F0-9]{32}'),
  token('square-token', ['sq0atp-', 'sq0csp-', 'EAAAE'], '[\\w-]{22,}', isWord),
  token('linear-key', ['lin_api_', 'lin_oauth_'], '[A-Za-z0-9]{32,}', isWord),
  token('notion-token', ['ntn_'], '[A-Za-z0-9]{40,}', isWord),
  token('figma-token', ['figd_', 'figu_'], '[\\w-]{36,}', isWord),
  token('postman-key', ['PMAK-'], '[a-f0-9]{24}-[a-f0-9]{34}'),
  token('sentry-token', ['sntrys_', 'sntryu_'], '[A-Za-z0-9+/=_]{40,}'),
  token('grafana-token', ['glsa_', 'glc_'], '[A-Za-z0-9+/=_]{32,}', isWord),
  token('newrelic-key', ['NRAK-', 'NRII-'], '[A-Za-z0-9]{26,}'),
  token('sourcegraph-token', ['sgp_'], '[a-fA-F0-9_]{40,}', isWord),
]

/** Every pattern of this file. */
export const tokenShapes: readonly SecretShape[] = [...codeHosts, ...modelProviders, ...clouds, ...services]
