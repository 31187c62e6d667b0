import { memoryStore, openLedger, profiles } from '@todo-ledger/core'
import { profileNamed } from '@todo-ledger/recordings'
import { codex } from '@todo-ledger/recordings/agents'
import { describe, expect, it } from 'vitest'
import { evidence } from '../src/evidence.js'
import { GatedHost } from './gated-host.js'

/** One thing that is done: a command with its output, `!` before one that failed, `edit` for a change. */
type Deed = readonly [command: string, output?: string]

async function does(host: GatedHost, [command, output = '']: Deed): Promise<void> {
  if (command.startsWith('edit ')) await host.edit(command.slice(5))
  else if (command.startsWith('!')) await host.bash(command.slice(1), output, false)
  else await host.bash(command, output)
}

async function isAccepted(text: string, deeds: readonly Deed[]): Promise<boolean> {
  const host = await GatedHost.open()
  await host.list(`in_progress ${text}`)
  for (const deed of deeds) await does(host, deed)
  return (await host.list(`completed ${text}`)).ok
}

const green = 'Tests  12 passed (12)'
const red = 'Exit code 1\nTests  1 failed | 11 passed (12)'

/** Commands that do what an item asks for, with what they print; `↵` stands for the end of a line. */
const commands: readonly (readonly [text: string, output: string, commands: string])[] = [
  [
    'Build',
    'done',
    `
      npm run build · pnpm build · yarn build · npx vite build · make · make build · cargo build --release ·
      go build ./... · mvn package · ./gradlew build · dotnet build · docker build . · npx tsc -b · cmake
      --build . · npx next build · swift build · bazel build //... · ./build.sh · just build · nx build web`,
  ],
  [
    'Run the linter',
    '',
    `
      npm run lint · npx eslint . · pnpm lint · npx biome check · ruff check . · flake8 · pylint src · cargo
      clippy · golangci-lint run · go vet ./... · bundle exec rubocop · npx stylelint "**/*.css" · shellcheck
      run.sh · make lint · just lint · pre-commit run --all-files · npx oxlint · mvn checkstyle:check ·
      ./lint.sh · hatch run lint`,
  ],
  [
    'Commit the changes',
    '[main 1a2b3c4] done',
    `
      git commit -am done · git add -A && git commit -m done · git -C web commit -am done · git commit --amend
      --no-edit · git commit -F message.txt · cd web && git commit -m "a b" · git add . && git commit -m x &&
      git log -1 · bash -lc "git commit -am done" · git commit -m "$(cat <<EOF↵done↵EOF↵)" · git commit
      -qam done · git commit -m done -- src · git commit -S -m done · git commit -m done; git status ·
      ./scripts/commit.sh · gh api repos/a/b/contents -f x=y && git commit -am x · git stash pop && git commit
      -am x · npm version patch && git commit -am x · python commit.py · git commit --allow-empty -m x · git
      commit -m done && git push`,
  ],
  [
    'Push the branch',
    'To github.com:a/b\n   1..2  main -> main',
    `
      git push · git push -u origin main · git push origin HEAD · git push --force-with-lease · cd web && git
      push · git -C web push · bash -lc "git push" · git commit -qam x && git push · git push --tags · gh pr
      create --fill · ./scripts/push.sh · make push · gt submit · hub push · jj git push · git push origin
      main 2>&1 | tail -3 · gh repo sync · npm run push · git push --no-verify · git subtree push --prefix
      dist origin gh-pages`,
  ],
  [
    'Open a pull request',
    'https://github.com/a/b/pull/7',
    `
      gh pr create --fill · gh pr create --title x --body y · cd a && gh pr create -f · hub pull-request ·
      glab mr create · gh api repos/a/b/pulls -f title=x · gt submit · az repos pr create · git push -o
      merge_request.create · ./pr.sh · npm run pr · tea pr create · bash -c "gh pr create -f" · git push && gh
      pr create -f · curl -X POST https://api.github.com/repos/a/b/pulls -d @pr.json · python open_pr.py · gh
      pr create --draft -f · gh pr create --web · jj git push && gh pr create -f · GH_TOKEN=x gh pr create -f`,
  ],
  [
    'Deploy the web app',
    'Deployed',
    `
      vercel --prod · netlify deploy --prod · fly deploy · kubectl apply -f k8s · helm upgrade --install web .
      · npm run deploy · make deploy · ./deploy.sh · firebase deploy · wrangler deploy · terraform apply
      -auto-approve · git push heroku main · cdk deploy · sls deploy · docker compose up -d · gcloud run
      deploy web · aws s3 sync dist s3://web · rsync -a dist/ host:/srv · ansible-playbook site.yml · railway
      up`,
  ],
  [
    'Publish the package',
    '+ a@1.0.0',
    `
      npm publish · pnpm publish · yarn npm publish · cargo publish · twine upload dist/* · uv publish ·
      poetry publish · npx semantic-release · npx changeset publish · gem push a.gem · mvn deploy · ./gradlew
      publish · dotnet nuget push a.nupkg · npm run release · make publish · gh release create v1 · git push
      --tags · ./publish.sh · goreleaser release · npx np`,
  ],
  [
    'Install the dependencies',
    'added 3 packages',
    `
      npm install · npm ci · pnpm i · yarn · bun install · pip install -r requirements.txt · uv sync · poetry
      install · bundle install · composer install · cargo fetch · go mod download · mvn dependency:resolve ·
      make install · brew bundle · conda env create · pipenv install · dotnet restore · mix deps.get ·
      ./setup.sh`,
  ],
  [
    'Run the database migrations',
    'done',
    `
      npx prisma migrate deploy · npx prisma db push · alembic upgrade head · python manage.py migrate · rails
      db:migrate · npm run migrate · make migrate · npx knex migrate:latest · npx drizzle-kit push · psql -f
      m.sql · sqlx migrate run · flyway migrate · php artisan migrate · npx typeorm migration:run · diesel
      migration run · dbmate up · ./migrate.sh · supabase db push · goose up · mix ecto.migrate`,
  ],
  [
    'Run the type check',
    '',
    `
      npx tsc --noEmit · npx tsc -b · npm run typecheck · pnpm type-check · mypy . · pyright · uv run mypy src
      · make typecheck · npx vue-tsc · cargo check · go vet ./... · npm run build · just check · npx turbo
      typecheck · nx run-many -t typecheck · yarn tsc · npm run check · svelte-check · ./ci.sh ·
      vendor/bin/phpstan`,
  ],
  [
    'Run the formatter',
    '',
    `
      npx prettier --write . · npm run format · black . · ruff format · gofmt -w . · cargo fmt · go fmt ./...
      · make fmt · npx biome format --write · npx biome check --write · mise run fmt · just fmt · npx eslint
      --fix . · dotnet format · mix format · rubocop -a · terraform fmt · pre-commit run -a · clang-format -i
      a.c · ./format.sh`,
  ],
  [
    'Run `npm run check`',
    'ok',
    `
      npm run check · cd web && npm run check · npm run check 2>&1 | tail · bash -lc "npm run check" · timeout
      60 npm run check · npm run check && echo ok · CI=1 npm run check · time npm run check · npm run --silent
      check · npm --prefix web run check · pnpm run check · yarn check · npm run check:all · make check · npm
      run check > log.txt; cat log.txt · (npm run check) · ./check.sh · docker compose run app npm run check ·
      npm run check; git status · nice npm run check`,
  ],
  [
    'Test the login page',
    'ok',
    `
      curl -s localhost:3000/login · npx playwright test · npm test · node login.js · python login.py · npm
      run dev · npx cypress run · open login.html · ./try.sh · wget localhost · docker compose up -d · go run
      . · httpie localhost · npx vitest run login · make run · deno run login.ts · cargo run · psql -c "select
      1" · grep -rn login src · npm start`,
  ],
  [
    'Create docs/plan.md',
    '',
    `
      cat > docs/plan.md <<EOF↵# Plan↵A lot of text↵EOF · echo "a long text" > docs/plan.md · printf "a
      text" > docs/plan.md · tee docs/plan.md <<EOF↵x y z↵EOF · cp a.md docs/plan.md · mv a.md docs/plan.md
      · touch docs/plan.md · python write_plan.py · node -e "fs.writeFileSync('docs/plan.md', 'x')" · curl -o
      docs/plan.md https://a · git checkout theirs -- docs/plan.md · cd docs && cat > plan.md <<EOF↵x y↵EOF
      · ./make-plan.sh · npx gen · git apply p.patch · sed -n p a.md > docs/plan.md · wget -O docs/plan.md
      https://a · pwsh -Command "Set-Content docs/plan.md text" · ln -s a.md docs/plan.md · npm run docs`,
  ],
  [
    'Build the app',
    'done',
    `
      npm run build · edit src/app.ts · make · ./gradlew assembleDebug · xcodebuild · flutter build apk ·
      cargo build · docker build . · npx vite build · npx expo export · write src/a.ts · dotnet publish · go
      build · npx next build · npm run bundle · tsc · pnpm -r build · bazel build //... · just build · meson
      compile`,
  ],
]

describe('an honest agent is refused nothing', () => {
  const tests: readonly (readonly Deed[])[] = [
    [['npm test', green]],
    [['npx vitest run', green]],
    [['cd web && pnpm test', green]],
    [['bash -lc "npm test"', green]],
    [['npm test 2>&1 | tail -20', green]],
    [['npm test || true', green]],
    [['timeout 60 npm test', green]],
    [['!npm test', red], ['edit src/a.ts'], ['npm test', green]],
    [['!npm test', red], ['edit src/a.ts'], ['npx vitest run src/a.test.ts', green]],
    [['npm test', green], ['edit README.md']],
    [
      ['npm test', green],
      ['git commit -am done', '[main 1a2b3c4] done'],
    ],
    [['make check', 'ok']],
    [['just check', '20 examples, 0 failures']],
    [['npm run check', green]],
    [['./scripts/ci.sh', 'all good']],
    [['python run_all.py', 'OK']],
    [['docker compose run app pytest', '12 passed in 0.3s']],
    [['pytest -q', '12 passed in 0.31s']],
    [['cargo test', 'test result: ok. 8 passed; 0 failed; 0 ignored']],
    [['go test ./...', 'ok  \texample.org/a\t0.01s']],
  ]
  const changes: readonly (readonly Deed[])[] = [
    [['edit src/parser.ts']],
    [['sed -i s/a/b/ src/parser.ts']],
    [['git apply fix.patch']],
    [['npx codemod src']],
    [['cat src/parser.ts', 'it is there already']],
    [['edit src/a.ts'], ['!npm test', red]],
    [['cp a.ts src/parser.ts']],
    [['python fix.py']],
    [['git checkout theirs -- src/parser.ts']],
    [['npm install parser']],
    [['edit src/parser.ts'], ['npm test', green]],
    [['tee src/parser.ts <<EOF\nx\nEOF']],
    [['mv a.ts src/parser.ts']],
    [['rm src/old.ts']],
    [['git revert HEAD']],
    [['npx prettier --write src']],
    [['edit docs/parser.md']],
    [['perl -pi -e s/a/b/ src/parser.ts']],
    [['git cherry-pick abc1234']],
    [['edit package.json']],
  ]
  it.each([
    ['Run the tests', tests],
    ['Fix the parser in src/parser.ts', changes],
    ['Improve the parser', changes],
    ...commands.map(([text, output, list]): [string, readonly (readonly Deed[])[]] => [
      text,
      list
        .trim()
        .replace(/\s+/gu, ' ')
        .split(' · ')
        .map((command) => [[command.replaceAll('↵', '\n'), output]]),
    ]),
  ] as const)('%s: twenty ways', async (text, ways) => {
    expect(ways).toHaveLength(20)
    const refused: string[] = []
    for (const way of ways) if (!(await isAccepted(text, way))) refused.push(JSON.stringify(way))
    expect(refused).toEqual([])
  })
})

describe('what a stated fact contradicts', () => {
  it('is refused with both quotations and what to do', async () => {
    const host = await GatedHost.open()
    await host.list('in_progress Run the tests')
    await host.bash('npm test', red, false)
    const reply = await host.list('completed Run the tests')
    expect(reply.ok).toBe(false)
    expect(reply.text).toContain(
      'Item 1 ("Run the tests") can\'t be completed yet. Item 1 asks for "Run the tests", but the last run, npm test',
    )
    expect(reply.text).toContain('"Tests 1 failed | 11 passed (12)"')
    expect(reply.text).toContain('Run again, to a good end: npm test. Then complete the item again')
    expect(host.statuses()).toEqual(['in_progress'])
  })

  it.each([
    ['that only says what is wrong', codex.profile, 'update_plan', 'plan', 'step'],
    ['that says itself what to do', profiles.recommended, 'write_todos', 'items', 'text'],
  ] as const)('ends its sentences in one full stop, in a reply %s', async (_, profile, tool, list, text) => {
    const host = await GatedHost.open(profile.with({ evidenceRequired: true }))
    const marked = async (status: string) => {
      const turn = await host.session.startTurn()
      const items = ['Run the tests', 'Commit the changes'].map((each) => ({ [text]: each, status }))
      const reply = await turn.callTodoTool(tool, { [list]: items })
      await turn.end()
      return reply
    }
    expect((await marked('pending')).ok).toBe(true)
    await host.edit('src/a.ts')
    const { ok, text: said } = await marked('completed')
    expect(ok).toBe(false)
    expect(said).toMatch(/the last call before it edited src\/a\.ts\. Do what/)
    expect(said).toMatch(/The same holds for item 2 \(.*edited src\/a\.ts\)\./)
    expect(said).not.toMatch(/\.(?:\.|\)\.)/)
  })

  it.each<readonly [string, readonly Deed[], readonly Deed[]]>([
    ['Run the tests', [['edit src/a.ts']], [['npm test', green]]],
    ['Run the tests', [['!npm test', red]], [['npm test', green]]],
    ['Run the tests', [['pytest --collect-only', '3 tests collected']], [['pytest', '3 passed in 0.1s']]],
    ['Push the branch', [['git push --dry-run', 'ok']], [['git push', 'main -> main']]],
    ['Commit the changes', [['edit src/a.ts']], [['git commit -am x', '[main 1a2b3c4] x']]],
    ['Create .mcp.json', [['edit src/a.ts']], [['edit .mcp.json']]],
    ['Test the login page', [['edit src/login.tsx']], [['curl -s localhost:3000/login', '<html>']]],
  ])('%s: doing what is asked passes (%j)', async (text, before, after) => {
    const host = await GatedHost.open()
    await host.list(`in_progress ${text}`)
    for (const deed of before) await does(host, deed)
    const refused = await host.list(`completed ${text}`)
    expect(refused.ok).toBe(false)
    expect(refused.text).toMatch(/\. Then complete the item again; leave it open until then\./)
    for (const deed of after) await does(host, deed)
    expect((await host.list(`completed ${text}`)).ok).toBe(true)
  })

  it('is let go and flagged after so many refusals of the same item, with the facts in the log', async () => {
    const host = await GatedHost.open(codex.profile.with({ evidenceRequired: { releaseAfter: 2 } }))
    await host.list('in_progress Run the tests')
    await host.edit('src/parser.ts')
    expect((await host.list('completed Run the tests')).ok).toBe(false)
    expect((await host.list('completed Run the tests')).ok).toBe(false)
    expect((await host.list('completed Run the tests')).ok).toBe(true)
    const { flags, waivedRules, contradictions } = await host.lastUpdate()
    expect(waivedRules).toEqual(['evidence-required'])
    expect(flags).toMatchObject([{ rule: 'evidence-required', item: '1', received: ['never-ran'] }])
    expect(contradictions?.['k1']).toMatchObject([{ kind: 'never-ran', asked: 'Run the tests' }])
    expect(host.session.state.disagreements).toEqual([])
  })

  it('is known of an item that never came into the list by its text', async () => {
    const host = await GatedHost.open(codex.profile.with({ evidenceRequired: { releaseAfter: 1 } }))
    await host.list('pending Plan')
    await host.edit('src/parser.ts')
    expect((await host.list('pending Plan', 'completed Run the tests')).ok).toBe(false)
    expect((await host.list('completed Run the tests', 'pending Plan')).ok).toBe(true)
  })
})

describe('what the gate leaves alone', () => {
  it('a session in which the host recorded no other tool, and says so once', async () => {
    const host = await GatedHost.open()
    await host.list('in_progress Run the tests', 'pending Deploy the site')
    expect((await host.list('completed Run the tests', 'in_progress Deploy the site')).ok).toBe(true)
    expect((await host.lastUpdate()).flags).toMatchObject([{ rule: 'evidence-required', item: null }])
    expect((await host.list('completed Run the tests', 'completed Deploy the site')).ok).toBe(true)
    expect((await host.lastUpdate()).flags).toEqual([])
  })

  it('a call whose result never came', async () => {
    const host = await GatedHost.open()
    await host.list('in_progress Run the tests')
    await host.callWithoutResult('npx vitest run')
    expect((await host.list('completed Run the tests')).ok).toBe(true)
    expect((await host.lastUpdate()).contradictions).toBeUndefined()
  })

  it('a recorded session keeps its outcomes: the rule only flags', async () => {
    const ledger = openLedger({ store: memoryStore(), evidence: evidence(), profileNamed })
    const session = await ledger.session('s1', {
      profile: codex.profile.with({ evidenceRequired: true }),
      recorded: { format: 'test', file: 'test' },
    })
    const host = new GatedHost(session, { ok: true, output: 'Plan updated' })
    await host.begin()
    await host.list('in_progress Run the tests')
    await host.edit('src/parser.ts')
    expect((await host.list('completed Run the tests')).ok).toBe(true)
    const { flags, waivedRules } = await host.lastUpdate()
    expect(flags).toMatchObject([{ rule: 'evidence-required', item: '1' }])
    expect(waivedRules).toBeUndefined()
  })
})

it('the gate in a new process judges as the old one', async () => {
  const host = await GatedHost.open()
  await host.list('in_progress Run the tests')
  await host.edit('src/parser.ts')
  const later = await host.reopened()
  expect((await later.list('completed Run the tests')).ok).toBe(false)
})
