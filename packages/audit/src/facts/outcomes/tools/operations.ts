/** What fetches, brings out and stores: packages, deployments, databases, version control, task runners. */

import type { ToolForm } from '../tool.js'

const fetches = /^(?:i|install|ci|add|remove|rm|un|uninstall|up|update|upgrade|dedupe|link|sync)$/

export const operations: readonly ToolForm[] = [
  {
    id: 'packages',
    kinds: [],
    own: true,
    command: ({ program, words }) =>
      (/^(?:npm|pnpm|yarn|bun)$/.test(program) && fetches.test(words[1] ?? 'install')) ||
      (/^(?:pip3?|uv|poetry|pipenv|pdm|conda)$/.test(program) && words.some((word) => fetches.test(word))),
    success: [
      /^(?:added|removed|changed) \d{1,6} packages?\b|^up to date(?:,| in|$)|^Lockfile is up to date/,
      /^(?:✨ {1,2})?Done in \d/u,
      /^\d{1,6} packages? installed \[|^Successfully installed \S|^Requirement already satisfied: /,
      /^(?:Installed|Audited|Prepared|Resolved) \d{1,6} packages? in/,
      /^No dependencies to install or update/,
    ],
    failed: [
      /^npm (?:ERR!|error) (?:code )?(?!ELIFECYCLE)\S|^\s{0,2}ERR_PNPM_(?!RECURSIVE)\w/,
      /^error (?:An unexpected error|Couldn't find|Your lockfile needs)/,
      /^ERROR: (?:Could not find a version|No matching distribution|Could not install)/,
      /^error: (?:subprocess-exited|No solution found)|^\s{0,2}× (?:No solution found|Failed to)/,
    ],
  },
  {
    id: 'deployment',
    kinds: ['deploy'],
    programs:
      'docker podman docker-compose nerdctl kubectl oc helm terraform tofu terragrunt fly flyctl vercel netlify wrangler firebase railway heroku kamal serverless sls pulumi cdk aws gcloud git npm pnpm yarn bun cargo gem twine poetry',
    own: true,
    success: [
      /^\+ (?:@[\w.-]{1,60}\/)?[\w.-]{1,100}@\d/u,
      /^[\w.-]{1,128}: digest: sha256:[0-9a-f]{8}/u,
      /^\s{0,2}(?:✔ )?Container \S{1,200}\s{1,8}(?:Started|Running|Healthy)\b/u,
      /^[a-z][\w.-]{1,60}\/[\w.-]{1,120} (?:created|configured|unchanged|deleted|scaled|restarted|patched|image updated|rolled back|condition met)\s*$/u,
      /\bsuccessfully rolled out|^STATUS: deployed|^(?:Apply|Destroy) complete! Resources: \d/u,
      /^No changes\. |^Visit your newly deployed app at /u,
      /^(?:✅|🔗)?\s{0,4}(?:Production|Preview|Aliased): https:\/\/\S|^Ready! (?:Deployed|Available)/u,
      /Deploy is live!|Deploy complete!|^\s{0,10}(?:Published|Deployed) \S/u,
      /^remote: Verifying deploy\S{0,3} done/u,
    ],
    failed: [
      /^(?:[│╷╵]?\s{0,2}Error: |Error! |ERROR: |npm (?:ERR!|error) )|^denied: |^unauthorized: /,
      /^(?:Error response from daemon|dependency failed to start): /,
      /^\s{0,2}(?:✘ )?Container \S{1,200}\s{1,8}(?:Error|Unhealthy|Exited)\b|^Error from server\b/,
      /^error: |^error when |^STATUS: failed|^\s{0,4}(?:✘|×|✖) /,
      /^remote:\s{1,6}!\s{1,6}Push (?:rejected|failed)|\b\w{0,10}ROLLBACK_|\bCREATE_FAILED\b/,
    ],
    nothing: / \((?:server )?dry run\)\s*$|^(?:Apply|Destroy) cancelled\./,
    unfinished: [
      /^Waiting for (?:deployment|daemon set|statefulset)|^STATUS: pending-|^==> Monitoring deployment/,
      /^(?:Queued|Building)(?::|\.\.\.|…|\s*$)/,
      /^\s{0,2}(?:✔ )?Container \S{1,200}\s{1,8}(?:Starting|Waiting)\b/,
    ],
    counts: 'added',
  },
  // Tools that migrate, and shells of databases, which end well although a statement was refused.
  {
    id: 'database',
    kinds: ['database'],
    programs:
      'prisma alembic rails rake sequelize knex psql mysql mariadb sqlite3 sqlite mongosh mongo redis-cli duckdb',
    command: ({ words }) =>
      words.includes('migrate') &&
      words.some((word) => word.endsWith('manage.py') || word === 'django-admin'),
    own: true,
    success: [
      /^All migrations have been successfully applied\.|^No pending migrations to apply\./u,
      /^(?:🚀\s{0,4})?Your database is now in sync with|^Database schema is up to date!/u,
      /^Already (?:in sync|up to date)|^INFO {2}\[alembic\.runtime\.migration\] Running /u,
      /^== \S{1,120}(?: \S{1,120})?: (?:migrated|reverted) \(|^Batch \d{1,6} (?:run|rolled back): \d/u,
      /^\s{2}Applying \S{1,200}\.\.\. OK|^\s{2}No migrations to apply\./u,
    ],
    failed: [
      /^Error: (?:P\d{4}\b|Schema engine|near|no such|in prepare|$)|^A migration failed to apply\./,
      /^FAILED: |^Traceback \(most recent call last\)/,
      /^(?:sqlalchemy|alembic|django)\.\S{1,80}(?:Error|Exception): |^(?:rails|rake) aborted!/,
      /^migration failed with error|^psql: error|^psql:[^\s:]{1,200}:\d{1,6}: (?:ERROR|FATAL):/,
      /^(?:ERROR|FATAL):|^ERROR \d{3,5}|^Mongo\w{0,30}Error: |^(?:Runtime|Parse) error|^\(error\) /,
    ],
    counts: 'added',
  },
  // What does nothing because there is nothing to do has failed nothing.
  {
    id: 'git',
    kinds: [],
    command: ({ program, effect }) => program === 'git' && effect !== 'read',
    success: [
      /^\[\S{1,200}(?: \(root-commit\))? [0-9a-f]{7,40}\] /,
      /^\s{0,4}(?:[0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40}|\* \[new (?:branch|tag)\]|\+ [0-9a-f]{7,40})\s{1,8}\S{1,200}\s{1,8}-> /,
      /^Everything up-to-date|^Already up to date\./,
      /^(?:Fast-forward|Merge made by|Successfully rebased|Switched to|Your branch is up to date)/,
      /^(?:create|rename|delete) mode \d{6}/,
    ],
    failed: [
      /^ ! \[(?:remote )?rejected\]/,
      /^error: (?:failed to push some refs|pathspec|Your local changes|could not apply|cannot (?:pull|rebase|lock))/,
      /^fatal: |^CONFLICT \(|^Automatic merge failed/,
      /^husky - \S{1,60} (?:hook exited with code|script failed)/,
      /^Aborting(?: commit due to empty commit message)?\.?$|^remote: error: /,
    ],
    nothing: /^nothing (?:to commit|added to commit)|^no changes added to commit/,
  },
  {
    id: 'gh',
    kinds: [],
    command: ({ program, effect }) => /^(?:gh|glab)$/.test(program) && effect !== 'read',
    own: true,
    success:
      /^https:\/\/[\w.-]{1,80}\/\S{1,200}\/(?:pull|issues|releases\/tag|merge_requests)\/\S{1,80}\s*$|^✓ /,
    failed: /^pull request (?:create|merge) failed:|^(?:X|✗) |^HTTP \d{3}: |^GraphQL: /,
  },
  {
    id: 'task-runner',
    kinds: ['build'],
    command: ({ program }) => /^(?:g?make|npm|pnpm|yarn|bun|just|turbo|nx|lerna|mise|act)$/.test(program),
    failed: [
      /^(?:npm (?:ERR!|error) (?:code )?|\s{0,2})ELIFECYCLE\b/,
      /^npm (?:ERR!|error) (?:Test failed|Lifecycle script)|^error Command failed with exit code [1-9]/,
      /^g?make(?:\[\d{1,3}\])?: \*\*\* (?!No rule)/,
      /\bERR_PNPM_RECURSIVE_(?:RUN_FIRST|EXEC_FIRST)?_?FAIL/,
      /^error: script "[^"]{1,100}" exited with code [1-9]|^error: [Rr]ecipe `[^`]{1,100}` failed/,
      /^\s{0,4}ERROR\s{1,4}run failed\b|^Failed:\s{1,6}\S{1,200}#\S/,
      /^\W{0,4}NX\s{1,6}(?:Ran|Running) targets? .{1,200} failed\b|^lerna ERR! |\bERROR task failed\b/,
      /^task: Failed to run task |^\[[^\]]{1,200}\]\s{1,4}🏁\s{1,4}Job failed/u,
    ],
    success: /^\W{0,4}NX\s{1,6}Successfully ran|^\s{0,2}Tasks:\s{1,8}(\d{1,5}) successful, \1 total/,
    nothing: /^\s{0,2}Tasks:\s{1,8}0 successful, 0 total/,
  },
]
