/** What runs, brings out and stores: containers, infrastructure, hosting, databases, version control, task runners. */

import type { ToolForm } from '../tool.js'

/** Terraform and OpenTofu: what they applied, and what of a configuration is valid. */
const errors = [/^[│╷╵|]?\s{0,2}Error: /]

export const operations: readonly ToolForm[] = [
  {
    id: 'docker-build',
    kind: 'build',
    programs: 'docker podman docker-compose buildah nerdctl',
    prints:
      /^#\d{1,4} (?:naming to|exporting to|DONE|ERROR)|^Successfully (?:built|tagged) |^ERROR: failed to (?:solve|build)|returned a non-zero code: [1-9]|^ ?=> (?:=> )?(?:naming to|writing image|exporting to)/m,
    success: [
      /^Successfully (?:built|tagged) /,
      /^#\d{1,4} naming to .{1,300} done\b/,
      /^ ?=> (?:=> )?naming to /,
      /^\s{0,2}(?:✔ )?(?:Service \S{1,100}|\S{1,200})\s{1,8}Built\b/,
    ],
    failed: [
      /^ERROR: failed to (?:solve|build)|^failed to solve: /,
      /\breturned a non-zero code: [1-9]/,
      /^ERROR: process ".{1,300}" did not complete successfully/,
    ],
  },
  {
    id: 'docker-deploy',
    kind: 'deploy',
    programs: 'docker podman docker-compose nerdctl',
    success: [
      /^[\w.-]{1,128}: digest: sha256:[0-9a-f]{8}/,
      /^\s{0,2}(?:✔ )?Container \S{1,200}\s{1,8}(?:Started|Running|Healthy)\b/,
    ],
    failed: [
      /^denied: |^unauthorized: |\bno basic auth credentials\b/,
      /^Error response from daemon: /,
      /^\s{0,2}(?:✘ )?Container \S{1,200}\s{1,8}(?:Error|Unhealthy|Exited)\b/,
      /^dependency failed to start: /,
    ],
    unfinished: [/^\s{0,2}(?:✔ )?Container \S{1,200}\s{1,8}(?:Starting|Waiting)\b/],
    adds: true,
  },
  // kubectl gives a line for each object. A dry run changes nothing.
  {
    id: 'kubectl',
    kind: 'deploy',
    programs: 'kubectl oc k9s',
    success: [
      /^[a-z][\w.-]{1,60}\/[\w.-]{1,120} (?:created|configured|unchanged|deleted|scaled|restarted|patched|image updated|rolled back|condition met)\s*$/,
      /^(?:deployment|daemon set|statefulset)[^"]{0,20}"[^"]{1,120}" successfully rolled out/,
      /^partitioned roll out complete/,
    ],
    failed: [
      /^Error from server\b/,
      /^error: (?:deployment "[^"]{1,120}" exceeded|timed out waiting|unable to |the server doesn't have|error validating|no objects passed|resource mapping not found|You must be logged in)/,
      /^error when (?:creating|applying|retrieving)/,
    ],
    nothing: [/ \((?:server )?dry run\)\s*$/],
    unfinished: [/^Waiting for (?:deployment|daemon set|statefulset)/],
    adds: true,
  },
  {
    id: 'helm',
    kind: 'deploy',
    programs: 'helm',
    prints:
      /^STATUS: (?:deployed|failed|pending-\w{1,20}|superseded|uninstalled)|^Release "[^"]{1,120}" has been upgraded|^Error: (?:INSTALLATION|UPGRADE|ROLLBACK) FAILED/m,
    success: [
      /^STATUS: deployed/,
      /^Release "[^"]{1,120}" has been upgraded\. Happy Helming!/,
      /^Rollback was a success!/,
      /^release "[^"]{1,120}" uninstalled/,
    ],
    failed: [/^Error: /, /^STATUS: failed/],
    unfinished: [/^STATUS: pending-/],
  },
  {
    id: 'helm-lint',
    kind: 'lint',
    programs: 'helm',
    summary: [/\d{1,4} chart\(s\) linted, \d{1,4} chart\(s\) failed/],
  },
  {
    id: 'services',
    kind: 'deploy',
    programs: 'systemctl service supervisorctl launchctl pm2',
    success: [/^\[PM2\] (?:Done|Process successfully started)/],
    failed: [/^Job for \S{1,120} (?:failed|canceled)/, /^Failed to (?:start|restart|reload|enable) \S/],
  },
  {
    id: 'terraform-apply',
    kind: 'deploy',
    programs: 'terraform tofu terragrunt',
    prints: /^(?:Apply|Destroy) complete! Resources: \d|^Apply cancelled\./m,
    success: [
      /^(?:Apply|Destroy) complete! Resources: \d/,
      /^No changes\. (?:Your infrastructure matches|Infrastructure is up-to-date)/,
    ],
    failed: errors,
    nothing: [/^(?:Apply|Destroy) cancelled\./],
  },
  {
    id: 'terraform',
    kind: 'lint',
    programs: 'terraform tofu terragrunt',
    command: ({ program, words }) => /^(?:terraform|tofu)$/.test(program) && words.includes('plan'),
    prints: /^Success! The configuration is valid|^Plan: \d{1,6} to add, \d|^[│╷╵]\s{0,2}Error: /m,
    success: [
      /^Success! The configuration is valid/,
      /^Plan: \d{1,6} to add, \d/,
      /^No changes\. Your infrastructure matches/,
    ],
    failed: errors,
  },
  {
    id: 'fly',
    kind: 'deploy',
    programs: 'fly flyctl',
    prints:
      /^Visit your newly deployed app at |^==> (?:Verifying app config|Building image|Monitoring deployment)|^Watch your deployment at /m,
    success: [
      /^Visit your newly deployed app at /,
      /^\s{0,4}✔ .{0,200}(?:update (?:finished|succeeded)|is now in a good state)/,
      /^--> v\d{1,6} deployed successfully/,
    ],
    failed: [/^Error: /, /^\s{0,4}✖ /, /\bsmoke checks for .{1,100} failed\b/, /^Unrecoverable error/],
    unfinished: [
      /^==> Monitoring deployment|^\s{0,4}(?:Updating|Waiting for) (?:existing )?(?:machine|job)/i,
    ],
  },
  // Vercel. Its link to a production or preview is given as soon as the upload is through.
  {
    id: 'vercel',
    kind: 'deploy',
    programs: 'vercel now',
    prints: /^Vercel CLI \d|^(?:✅|🔍|🔗)\s{0,4}(?:Production|Inspect|Preview|Linked)\b/mu,
    success: [
      /^(?:✅|🔗)?\s{0,4}(?:Production|Preview|Aliased): https:\/\/\S/u,
      /^Ready! (?:Deployed|Available)/,
      /^\s{0,4}status\s{1,8}● Ready/,
    ],
    failed: [
      /^Error: /,
      /^Error! /,
      /^\s{0,4}status\s{1,8}● Error/,
      /^Error: Command ".{1,200}" exited with [1-9]/,
    ],
    unfinished: [/^(?:Queued|Building)(?::|\.\.\.|…|\s*$)/],
  },
  {
    id: 'hosting',
    kind: 'deploy',
    programs:
      'netlify wrangler firebase railway heroku kamal eb serverless sls pulumi cdk sam gh-pages surge aws gcloud ansible-playbook supabase git',
    prints:
      /^\s{0,4}(?:Deploy is live!|🚀 Deploy complete|✔\s{1,4}Deploy complete!|Published|Deployed) ?\S{0,80}|^remote: Verifying deploy|^PLAY RECAP \*|^Successfully (?:created\/updated stack|deployed)/mu,
    success: [
      /^\s{0,4}(?:Deploy is live!|🚀 Deploy complete|✔\s{1,4}Deploy complete!)/u,
      /^(?:Published|Deployed) \S{1,100} (?:\(|triggers|\d)/,
      /^remote: Verifying deploy\S{0,3} done/,
      /^Successfully (?:created\/updated stack|deployed)/,
      /^\S{1,120}\s{1,40}: ok=\d{1,6}\s{1,8}changed=\d{1,6}\s{1,8}unreachable=0\s{1,8}failed=0\b/,
    ],
    failed: [
      /^\s{0,4}(?:✘|×|✖) (?:\[ERROR\]|Error|Deploy failed)/,
      /^remote:\s{1,6}!\s{1,6}Push (?:rejected|failed)/,
      /^\S{1,120}\s{1,40}: ok=\d{1,6}\s{1,8}changed=\d{1,6}\s{1,8}unreachable=(?:[1-9]|\d{1,6}\s{1,8}failed=[1-9])/,
      /\b(?:ROLLBACK|UPDATE_ROLLBACK|CREATE_FAILED)\w{0,20}\b/,
      /^Error: (?:Failed|HTTP Error|Deploy)/,
    ],
  },
  // Git. What does nothing because there is nothing to do has failed nothing.
  {
    id: 'git',
    kind: null,
    command: ({ program, effect }) => program === 'git' && effect !== 'read',
    prints:
      /^\[\S{1,200}(?: \(root-commit\))? [0-9a-f]{7,40}\] |^ ! \[(?:remote )?rejected\]|^(?:CONFLICT \(|Automatic merge failed)|^error: failed to push some refs|^nothing to commit, working tree clean|^ \* \[new (?:branch|tag)\]/m,
    success: [
      /^\[\S{1,200}(?: \(root-commit\))? [0-9a-f]{7,40}\] /,
      /^\s{0,4}(?:[0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40}|\* \[new (?:branch|tag)\]|\+ [0-9a-f]{7,40})\s{1,8}\S{1,200}\s{1,8}-> /,
      /^Everything up-to-date/,
      /^Already up to date\./,
      /^(?:Fast-forward|Merge made by|Successfully rebased|Switched to|Your branch is up to date)/,
      /^(?:create|rename|delete) mode \d{6}/,
    ],
    failed: [
      /^ ! \[(?:remote )?rejected\]/,
      /^error: (?:failed to push some refs|pathspec|Your local changes|could not apply|cannot (?:pull|rebase|lock))/,
      /^fatal: /,
      /^CONFLICT \(|^Automatic merge failed/,
      /^husky - \S{1,60} (?:hook exited with code|script failed)/,
      /^Aborting(?: commit due to empty commit message)?\.?$/,
      /^remote: error: /,
    ],
    nothing: [/^nothing (?:to commit|added to commit)|^no changes added to commit/],
  },
  {
    id: 'gh',
    kind: null,
    command: ({ program, effect }) => program === 'gh' && effect !== 'read',
    prints:
      /^pull request create failed:|^https:\/\/github\.com\/[\w.-]{1,80}\/[\w.-]{1,100}\/(?:pull|issues|releases\/tag)\/\S{1,80}$/m,
    success: [
      /^https:\/\/github\.com\/[\w.-]{1,80}\/[\w.-]{1,100}\/(?:pull|issues|releases\/tag)\/\S{1,80}\s*$/,
      /^✓ /,
    ],
    failed: [/^pull request (?:create|merge) failed:/, /^(?:X|✗) /, /^HTTP \d{3}: |^GraphQL: /],
  },
  {
    id: 'prisma',
    kind: 'database',
    programs: 'prisma',
    prints: /^Prisma schema loaded from |^Datasource "[^"]{1,80}": /m,
    success: [
      /^All migrations have been successfully applied\./,
      /^No pending migrations to apply\./,
      /^(?:🚀\s{0,4})?Your database is now in sync with your (?:Prisma )?schema/u,
      /^(?:Database schema is up to date!|The database is already in sync with the Prisma schema\.)/,
      /^Already in sync, no schema change or pending migration was found\./,
    ],
    failed: [
      /^Error: P\d{4}\b|^Error: $/,
      /^A migration failed to apply\./,
      /^Error: (?:Schema engine|Migration engine)/,
    ],
  },
  {
    id: 'alembic',
    kind: 'database',
    programs: 'alembic',
    prints: /^INFO {2}\[alembic\.runtime\.migration\]/m,
    success: [
      /^INFO {2}\[alembic\.runtime\.migration\] (?:Running (?:upgrade|downgrade|stamp_revision) |Will assume )/,
    ],
    failed: [
      /^FAILED: /,
      /^Traceback \(most recent call last\)/,
      /^(?:sqlalchemy|alembic)\.\S{1,80}(?:Error|Exception): /,
    ],
    adds: true,
  },
  {
    id: 'rails-migrate',
    kind: 'database',
    programs: 'rails rake sequelize',
    prints: /^== \S{1,120}(?: \S{1,120})?: (?:migrating|migrated|reverted)|^rails aborted!/m,
    success: [/^== \S{1,120}(?: \S{1,120})?: (?:migrated|reverted) \(/],
    failed: [/^(?:rails|rake) aborted!/, /\bthis and all later migrations canceled/, /^ERROR: /],
    adds: true,
  },
  {
    id: 'knex',
    kind: 'database',
    programs: 'knex',
    success: [
      /^Batch \d{1,6} (?:run|rolled back): \d/,
      /^Already (?:up to date|at the base migration)/,
      /^Ran \d{1,6} seed files/,
    ],
    failed: [/^migration (?:failed with error|file ".{1,200}" failed)/],
  },
  // Django's migrations: a line for each.
  {
    id: 'django-migrate',
    kind: 'database',
    command: ({ words }) =>
      words.includes('migrate') &&
      words.some((word) => word.endsWith('manage.py') || word === 'django-admin'),
    prints: /^Operations to perform:$|^\s{2}Applying \S{1,200}\.\.\. ?(?:OK)?/m,
    success: [/^\s{2}Applying \S{1,200}\.\.\. OK/, /^\s{2}No migrations to apply\./],
    failed: [
      /^Traceback \(most recent call last\)/,
      /^(?:django\.\S{1,80}|CommandError|SystemCheckError)\S{0,80}(?:Error|Exception)?: /,
    ],
  },
  // The shells of databases, which end well although a statement was refused.
  {
    id: 'database-shell',
    kind: 'database',
    programs: 'psql mysql mariadb sqlite3 sqlite mongosh mongo redis-cli duckdb',
    // What they print is of no form of its own.
    prints: null,
    failed: [
      /^(?:psql: error|psql:[^\s:]{1,200}:\d{1,6}: (?:ERROR|FATAL):|ERROR:|FATAL:|ERROR \d{3,5}|Error: (?:near|no such|in prepare)|Mongo\w{0,30}Error: |Runtime error|Parse error|\(error\) )/,
    ],
  },
  {
    id: 'task-runner',
    kind: 'build',
    command: ({ program }) => /^(?:g?make|npm|pnpm|yarn|bun|just|turbo|nx|lerna|mise)$/.test(program),
    failed: [
      /^(?:npm (?:ERR!|error) (?:code )?|\s{0,2})ELIFECYCLE\b/,
      /^npm (?:ERR!|error) (?:Test failed|Lifecycle script)/,
      /^error Command failed with exit code [1-9]/,
      /^g?make(?:\[\d{1,3}\])?: \*\*\* (?!No rule)/,
      /\bERR_PNPM_RECURSIVE_(?:RUN_FIRST|EXEC_FIRST)?_?FAIL/,
      /^error: script "[^"]{1,100}" exited with code [1-9]/,
      /^error: [Rr]ecipe `[^`]{1,100}` failed/,
      /^\s{0,4}ERROR\s{1,4}run failed\b|^Failed:\s{1,6}\S{1,200}#\S/,
      /^\W{0,4}NX\s{1,6}(?:Ran|Running) targets? .{1,200} failed\b/,
      /^lerna ERR! /,
      /\bERROR task failed\b/,
      /^task: Failed to run task /,
    ],
    success: [/^\W{0,4}NX\s{1,6}Successfully ran/, /^\s{0,2}Tasks:\s{1,8}(\d{1,5}) successful, \1 total/],
    nothing: [/^\s{0,2}Tasks:\s{1,8}0 successful, 0 total/],
  },
]
