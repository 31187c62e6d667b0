import { describe, expect, it } from 'vitest'
import {
  audited,
  bash,
  completionOf,
  edit,
  failed,
  grep,
  list,
  read,
  type Step,
  say,
  write,
} from './audited-session.js'
import { type Pair, worked } from './support-rows.js'

const change: readonly Step[] = [read('src/cart.ts', 'export {}'), edit('src/cart.ts')]
const unit = bash('npm test', 'Tests  12 passed (12)')

const pairs: readonly Pair[] = [
  {
    rule: 'unit tests are no end-to-end tests',
    item: 'Run the end-to-end tests',
    fires: [bash('npx vitest run src/cart.test.ts', 'Tests  12 passed (12)')],
    silent: [bash('npx playwright test', '12 passed (9.1s)')],
  },
  {
    rule: 'a suite that drives the whole system is named otherwise',
    item: 'Run the e2e tests',
    fires: [bash('npx jest src/cart', 'Tests: 12 passed, 12 total')],
    silent: [bash('npm run test:integration', 'Tests: 12 passed, 12 total')],
  },
  {
    rule: 'unit tests measure nothing',
    item: 'Load test the search endpoint',
    fires: [unit],
    silent: [bash('k6 run load/search.js', 'http_req_duration: avg=12ms')],
  },
  {
    rule: 'unit tests show nothing of a browser',
    item: 'Verify the cart in the browser',
    fires: [unit],
    silent: [
      {
        call: 'mcp__playwright__browser_navigate',
        input: { url: 'http://localhost:3000/cart' },
        output: 'Page title: Cart',
      },
    ],
  },
  {
    rule: 'nor of a simulator',
    item: 'Verify the cart on the simulator',
    fires: [unit],
    silent: [bash('xcodebuild test -destination "platform=iOS Simulator"', 'Test Succeeded')],
  },
  {
    rule: 'nor of a device',
    item: '在真机上测试购物车',
    fires: [unit],
    silent: [bash('./gradlew connectedAndroidTest', 'BUILD SUCCESSFUL')],
  },
  {
    rule: 'a part is not the whole',
    item: 'Run all tests',
    fires: [bash('npx vitest run src/cart.test.ts', 'Tests  3 passed (3)')],
    silent: [bash('npx vitest run', 'Tests  12 passed (12)')],
  },
  {
    rule: 'nor is a part that is picked by a name',
    item: 'Run all tests',
    fires: [bash('npx vitest run -t cart', 'Tests  3 passed (3)')],
    silent: [bash('npx vitest run', 'Tests  12 passed (12)')],
  },
]

describe('a check of the right kind that is not the one named', () => {
  it.each(pairs)('$rule: $item', async ({ item, fires, silent }) => {
    expect((await worked(item, fires, change)).verdict).not.toBe('supported')
    expect((await worked(item, silent, change)).verdict).toBe('supported')
  })

  it('an item that names no place is met by the suite, and one that names no whole by a part', async () => {
    const part = bash('npx vitest run src/cart.test.ts', 'Tests  3 passed (3)')
    expect((await worked('Verify the cart', [unit], change)).verdict).toBe('supported')
    expect((await worked('Run the tests of the cart', [part], change)).verdict).toBe('supported')
  })
})

const deploy: readonly Pair[] = [
  {
    rule: 'a commit is no deployment',
    item: 'Deploy the site to production',
    fires: [bash('git commit -m "Deploy the site"', '[main 1a2b3c4] Deploy the site')],
    silent: [bash('npx vercel deploy --prod', 'Production: https://site.test')],
  },
  {
    rule: 'a push is not surely one',
    item: 'Deploy the site to production',
    fires: [bash('git push origin main', 'main -> main')],
    silent: [bash('npx vercel deploy --prod', 'Production: https://site.test')],
  },
  {
    rule: 'tests before a deployment bring nothing out',
    item: 'Deploy the site to production',
    fires: [unit, bash('npm run build', 'built in 3s')],
    silent: [unit, bash('npm run build', 'built in 3s'), bash('npx vercel deploy --prod', 'Production: ok')],
  },
  {
    rule: 'a deployment that failed brought nothing out',
    item: 'Deploy the chart to staging',
    fires: [{ call: 'Bash', input: { command: 'helm upgrade shop ./chart' }, output: 'Error', ok: false }],
    silent: [bash('helm upgrade shop ./chart', 'Release "shop" has been upgraded.')],
  },
  {
    rule: 'a commit that failed committed nothing',
    item: 'Commit the cart',
    fires: [
      failed('git commit -m "Cart"', 'error: lint-staged found problems'),
      failed('git commit -m "Cart"'),
    ],
    silent: [bash('git commit -m "Cart"', '[main 1a2b3c4] Cart')],
  },
  {
    rule: 'a dry run brings nothing out',
    item: 'Deploy the chart to staging',
    fires: [bash('helm upgrade shop ./chart --dry-run', 'Release "shop" has been upgraded.')],
    silent: [bash('helm upgrade shop ./chart', 'Release "shop" has been upgraded.')],
  },
  {
    rule: 'a plan applies nothing',
    item: 'Apply the DNS change with Terraform',
    fires: [bash('terraform plan -out dns.tfplan', 'Plan: 1 to add, 0 to change, 0 to destroy.')],
    silent: [
      bash('terraform apply dns.tfplan', 'Apply complete! Resources: 1 added, 0 changed, 0 destroyed.'),
    ],
  },
  {
    rule: 'a commit opens no pull request',
    item: 'Open a pull request',
    fires: [bash('git commit -m "Cart"', '[main 1a2b3c4] Cart')],
    silent: [bash('gh pr create --fill', 'https://github.test/a/b/pull/3')],
  },
  {
    rule: 'a commit is no push',
    item: 'Push the branch',
    fires: [bash('git commit -m "Cart"', '[main 1a2b3c4] Cart')],
    silent: [bash('git push -u origin cart', 'cart -> cart')],
  },
  {
    rule: 'a commit is no tag',
    item: 'Tag the release',
    fires: [bash('git commit -m "Release"', '[main 1a2b3c4] Release')],
    silent: [bash('git tag v1.2.0')],
  },
]

describe('a command of the right kind that is not the one asked for', () => {
  it.each(deploy)('$rule: $item', async ({ item, fires, silent }) => {
    expect((await worked(item, fires, change)).verdict).not.toBe('supported')
    expect((await worked(item, silent, change)).verdict).toBe('supported')
  })
})

it('one deployment serves each item that asks for one, and one check each that asks to know what it finds', async () => {
  const [api, web] = ['Deploy the api', 'Deploy the web app']
  const audit = await audited([
    list(`in_progress ${api}`, `pending ${web}`),
    bash(
      'docker compose -f compose.prod.yml up -d --build',
      'Container prod-api-1  Started\nContainer prod-web-1  Started',
    ),
    list(`completed ${api}`, `completed ${web}`),
  ])
  expect([api, web].map((item) => completionOf(audit, item).verdict)).toEqual(['supported', 'supported'])
  const red = [failed('npx vitest run', 'Tests  2 failed | 12 passed (14)')]
  expect((await worked('Find out which tests fail', red)).verdict).toBe('supported')
})

const expected: readonly Pair[] = [
  {
    rule: 'the status that is named must come',
    item: 'Check that an order without lines is rejected with 400',
    fires: [bash("curl -s -o /dev/null -w '%{http_code}' localhost:8080/orders", '201')],
    silent: [bash("curl -s -o /dev/null -w '%{http_code}' localhost:8080/orders", '400')],
  },
  {
    rule: 'a program that is to print an error ends with one',
    item: 'Verify that the CLI prints a clear error for a missing file',
    fires: [
      failed(
        'node dist/cli.js missing.csv',
        'Exit code 1\nTypeError: Cannot read properties of undefined\n    at parse (csv.js:4:21)',
      ),
    ],
    silent: [failed('node dist/cli.js missing.csv', 'Exit code 2\nerror: missing.csv: no such file')],
  },
  {
    rule: 'a generator whose end is hidden shows nothing',
    item: 'Generate the API client',
    fires: [bash('npx openapi-typescript api.yaml -o src/schema.d.ts || true', "Can't parse schema")],
    silent: [bash('npx openapi-typescript api.yaml -o src/schema.d.ts', 'api.yaml -> src/schema.d.ts')],
  },
  {
    rule: 'to find out why something fails is not met by a look that fails',
    item: 'Find out why CI fails on main',
    fires: [
      failed('gh run view 8812 --log-failed', 'To get started with GitHub CLI, please run: gh auth login'),
    ],
    silent: [bash('gh run view 8812 --log-failed', 'test: 2 failed, main')],
  },
]

describe('what an item says is to come out', () => {
  it.each(expected)('$rule: $item', async ({ item, fires, silent }) => {
    expect((await worked(item, fires)).verdict).not.toBe('supported')
    expect((await worked(item, silent)).verdict).toBe('supported')
  })
})

const reads: readonly Pair[] = [
  {
    rule: 'a search that found something is no proof of absence, one that found nothing is',
    item: 'Check that no references to oldClient remain',
    fires: [grep('oldClient', 'src/b.ts:4: oldClient.get(path)')],
    silent: [grep('oldClient', 'No files found')],
  },
  {
    rule: 'an empty search says nothing where nothing was to be absent',
    item: 'Review the error handling of the cart',
    fires: [bash('grep -rn "catch" src', '')],
    silent: [
      read('src/cart.ts', 'the cart with its error handling'),
      say(
        `## Findings\n\n${'- The cart swallows every error that the store answers with, see line 12.\n'.repeat(9)}`,
      ),
    ],
  },
  {
    rule: 'a bare listing is no look',
    item: 'Review the error handling of the cart',
    fires: [bash('ls -la src', 'cart.ts'), bash('ls test', 'cart.test.ts'), bash('tree src', 'src')],
    silent: [read('src/cart.ts', 'cart error handling'), read('src/a.ts', 'cart'), read('src/b.ts', 'cart')],
  },
]

describe('what was read for an inspection', () => {
  it.each(reads)('$rule: $item', async ({ item, fires, silent }) => {
    expect((await worked(item, fires)).verdict).not.toBe('supported')
    expect((await worked(item, silent)).verdict).toBe('supported')
  })
})

const generators: readonly Pair[] = [
  {
    rule: 'a generator makes the files, another program may not have',
    item: 'Create the users migration',
    fires: [bash('bin/rails routes', 'users GET /users')],
    silent: [bash('bin/rails generate migration CreateUsers', 'create db/migrate/1_create_users.rb')],
  },
  {
    rule: 'a program whose product is asked for',
    item: 'Convert the sales table to Parquet',
    fires: [bash('python -m pytest', '4 passed')],
    silent: [bash('python scripts/convert_sales_parquet.py', 'sales table converted, 200 rows')],
  },
  {
    rule: 'the same program where code is asked for',
    item: 'Refactor the sales parser',
    fires: [bash('python scripts/sales_parser.py', 'sales parser done')],
    silent: [write('scripts/sales_parser.py', 'def parse')],
  },
]

describe('what commands make', () => {
  it.each(generators)('$rule: $item', async ({ item, fires, silent }) => {
    expect((await worked(item, fires)).verdict).not.toBe('supported')
    expect((await worked(item, silent)).verdict).toBe('supported')
  })
})
