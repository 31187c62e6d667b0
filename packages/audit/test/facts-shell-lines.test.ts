import { describe, expect, it } from 'vitest'
import { describeCall } from '../src/facts/calls/describe.js'

/**
 * What a shell line did in one line of text: effect, `!` where it verifies, checks, then `~kind` of what filters a
 * check, `hidden` where the status of a check is, `background` where it is left running.
 */
function lineOf(command: string): string {
  const call = describeCall('Bash', { command })
  const filter = call.filter === null ? '' : `~${call.filter.kind}`
  const parts = [
    `${call.effect}${call.verify ? '!' : ''}`,
    call.checks.join('+'),
    filter,
    call.statusHidden ? 'hidden' : '',
    call.background ? 'background' : '',
  ]
  return parts.filter((part) => part !== '').join(' ')
}

/** `what a reader says`, then the lines of which it is true. */
type Table = { readonly [expected: string]: readonly string[] }

function holds(table: Table): void {
  const rows = Object.entries(table).flatMap(([expected, lines]) =>
    lines.map((line) => [line, expected] as const),
  )
  it.each(rows)('%j: %s', (line, expected) => {
    expect(lineOf(line)).toBe(expected)
  })
}

describe('wrapped commands', () => {
  holds({
    'execute! test': [
      'uv sync && uv run pytest',
      'docker run --rm -it -v "$PWD":/app -w /app golang:1.22 go test ./...',
      'kubectl exec -it pod -- bash -c "cd /app && npm test"',
      'bash -c "npm ci && npm test"',
      'cd packages/api && pnpm test -- --run',
      'poetry run coverage run --source=app -m pytest',
      'sudo -H -u app bash -lc "cd /srv/app && npm test"',
      'export CI=1 && npm test',
      '. venv/bin/activate && pytest',
      'conda activate x && pytest',
      "$env:NODE_ENV='test'; npm test",
      'for d in a b; do (cd $d && npm test); done',
      'ls packages | while read p; do (cd packages/$p && npm test); done',
    ],
    'execute! lint': [
      'uv run --frozen ruff check .',
      "git ls-files '*.sh' | xargs -r shellcheck",
      'ls *.json | xargs -I{} jq empty {}',
      'npm --prefix client run lint',
      'tox -e lint',
      'nox -s lint',
      'hatch run lint:all',
    ],
    'execute! typecheck': [
      'poetry run python -m mypy src',
      'bunx tsc --noEmit',
      'npx.cmd tsc --noEmit',
      "find . -name '*.py' | xargs python -m py_compile",
    ],
    'execute! lint+typecheck+test': ["sh -lc 'go vet ./... && go test ./...'"],
    'execute! format': ['pipx run black --check .'],
    'execute! build': [
      'time cargo build --release',
      'cmd /c "cd web && npm run build"',
      'NODE_OPTIONS=--max-old-space-size=4096 npm run build',
      '(cd web && npm run build) && (cd api && go build ./...)',
      'cd "C:\\My Projects\\app"; npm run build',
    ],
    'execute! run': [
      'timeout --signal=KILL 30s node server.js',
      'npx tsx src/index.ts',
      'uv run python scripts/seed.py',
      '& "C:\\tools\\app.exe" --once',
      'ssh host ./bin/report',
    ],
    'execute! run hidden background': [
      'nohup npm start > /tmp/app.log 2>&1 &',
      'gunicorn app:app -b :8000 &',
      '(npm run dev > /tmp/dev.log 2>&1 &)',
      'setsid npm start >/tmp/x 2>&1 < /dev/null &',
    ],
    'execute! probe': [
      'kubectl exec deploy/api -- curl -s localhost:8080/healthz',
      'watch -n1 curl localhost',
      'docker exec web curl -s localhost',
    ],
    'execute! database': [
      'sudo -E -u postgres psql -c "SELECT 1"',
      "docker exec db psql -U x -c 'select 1'",
      'docker compose exec -T db psql -U app -d app -c "\\dt"',
    ],
    'execute deploy': [
      'ssh deploy@10.0.0.5 "sudo systemctl restart app && systemctl status app"',
      "ssh -i key.pem ubuntu@host 'docker compose pull && docker compose up -d'",
    ],
    read: [
      'docker exec web ls /app',
      'docker run --rm alpine ls',
      'sudo cat /etc/nginx/nginx.conf',
      "ssh host 'cat /var/log/app.log | tail -50'",
      'bash -c "ls tests"',
      'timeout 5 tail -f /tmp/app.log',
      'find . -name "*.test.ts" | xargs grep -l vitest',
      'powershell -Command "Get-Content a.txt"',
    ],
  })
})

describe('a path or an argument is no run', () => {
  holds({
    read: [
      'cat package.json | jq .scripts',
      'ls tests/ && cat tests/a.test.ts',
      'node --version && npm --version',
      'git log --oneline -- test | head',
      'ps aux | grep "npm test"',
      'tail -n 100 test.log | grep -i failed',
      'test -d tests && ls tests',
      'docker ps | grep test',
      'history | grep test',
      'Get-ChildItem -Recurse | Select-String "test"',
      'sleep 30 && cat /tmp/test.log',
      'kubectl apply --dry-run=server -f k8s/',
      'rustc --version && cargo --version',
    ],
    write: [
      "cat > notes.md <<'EOF'\nrun npm test\nEOF",
      'echo "npm test" >> README.md',
      'patch -p1 < test.patch',
      'tee test.sh <<EOF\nnpm test\nEOF',
      "cat <<'EOF' > run-tests.sh\npytest\nEOF",
      'Remove-Item -Recurse build',
      'New-Item -ItemType Directory tests',
      "python - <<'PY'\nfrom pathlib import Path\nPath('test_a.py').write_text('x')\nPY",
      "node -e \"require('fs').writeFileSync('test.json', '{}')\"",
      'jq ".scripts.test = \\"vitest\\"" package.json > p.json && mv p.json package.json',
      'npm pkg set scripts.test="vitest run"',
      'dd if=/dev/zero of=test.bin bs=1M count=1',
    ],
    execute: [
      'git tag test-1 && git push --tags',
      'python3 -m venv .venv && . .venv/bin/activate && pip install -r requirements-test.txt',
      'uv pip install pytest',
      'uv add --dev pytest',
      'poetry add --group dev pytest',
      'composer require --dev phpunit/phpunit',
      'npx create-next-app@latest test --ts',
      'npm create vite@latest build -- --template react-ts',
      'docker stop test && docker rm test',
      'kill $(lsof -ti:3000)',
      'wget -q https://example.org/y.tar.gz && tar xzf y.tar.gz',
      'nvm install 20 && nvm use 20',
      'dotnet new xunit -n Tests',
    ],
  })
})

describe('checks of many languages', () => {
  holds({
    'execute! test': [
      'pwsh -c "Invoke-Pester"',
      'deno task test',
      'node --import tsx --test',
      'tsx --test',
      'node --experimental-vm-modules node_modules/jest/bin/jest.js',
      'npx nx affected --target=test',
      'meson test -C build',
      'composer run-script test',
      './manage.py test app',
      'python -c "import pytest; pytest.main()"',
      "julia --project -e 'using Pkg; Pkg.test()'",
      "Rscript -e 'devtools::test()'",
      'npx hardhat test',
    ],
    'execute! lint': [
      'npx madge --circular src',
      'semgrep --config auto .',
      'trivy image x',
      'pip-audit',
      'cargo audit',
      'govulncheck ./...',
      'npx @redocly/cli lint openapi.yaml',
      'npx commitlint --from HEAD~1',
      './gradlew :app:lintDebug',
      'bundle exec rubocop -A',
      'npx astro-eslint .',
      'poetry check',
    ],
    'execute! typecheck': [
      'pnpm -C web run typecheck',
      'node ./node_modules/typescript/bin/tsc --noEmit',
      'vendor/bin/phpstan analyse src',
      'zsh -n x',
      'perl -c x.pl',
      'uvx ty check',
      'npx vue-tsc --noEmit',
    ],
    'execute! build': [
      'cargo test --no-run',
      "go test -run '^$' ./...",
      'mvn -q -DskipTests package',
      'protoc --go_out=. a.proto',
      'pip wheel .',
      'npx storybook build',
      'pnpm --filter ./apps/web... build',
      'npx esbuild src/a.ts --bundle --outfile=o.js',
      'npx lerna run build --scope=x',
      'npx tailwindcss -i a.css -o b.css',
      'cmake -B build && cmake --build build',
      'latexmk -pdf paper.tex',
      'pandoc report.md -o report.pdf',
    ],
    'execute! build+run': [
      'node ./scripts/build.js',
      'go build -o /tmp/x . && /tmp/x --help',
      'npx vite build && npx vite preview',
    ],
    'execute! build+test': [
      'cmake -B build && cmake --build build && ctest --test-dir build',
      'bun run build && bun test',
    ],
    'execute! build+lint+test': ['npx turbo build lint test'],
    'execute! lint+test': [
      'make lint test',
      'npm-run-all lint test',
      'run-p lint test',
      'pnpm run lint && pnpm run test',
    ],
    'execute! format+lint': ['prettier --write src && eslint src'],
    'execute format': ['black . && isort .', 'terraform fmt -recursive'],
    'execute! format': ['isort --check-only .', 'ruff format --check', 'cargo fmt -- --check'],
    'execute! test+run': ['bash scripts/run-e2e.sh', './test.sh --fast', 'python tests/test_all.py'],
    'execute! run': [
      'streamlit run app.py',
      'papermill a.ipynb b.ipynb',
      'Rscript analysis.R',
      './gradlew bootRun',
      'tsx watch src/index.ts',
      'npx http-server dist -p 8080',
      "python - <<'PY'\nimport app\nprint(app.run())\nPY",
      'node -e "const a = require(\'./a\'); console.log(a.f(1))"',
      'echo "2+2" | ./calc',
      'cat in.txt | python main.py',
      'python main.py < in.txt',
      'deno task dev',
      'docker start -a worker',
    ],
    'execute! probe': [
      'kubectl wait --for=condition=ready pod/x',
      'dig +short example.org',
      'traceroute example.org',
      'aws lambda invoke --function-name f out.json',
      'Invoke-WebRequest http://localhost:5000/health',
      'npx wait-on http://localhost:3000',
      'curl -fsS http://localhost/health >/dev/null && echo up',
    ],
    'execute! browser': ['npx lighthouse http://localhost:3000', 'agent-browser snapshot'],
    'execute! database': [
      'php artisan migrate --force',
      'psql "$DATABASE_URL" -f schema.sql',
      'mongosh --eval "db.users.count()"',
      'sqlite3 app.db "SELECT count(*) FROM users"',
      'bundle exec rails db:migrate',
      'npx drizzle-kit push',
      'echo "select 1" | psql app',
      'npx knex migrate:latest',
    ],
    'execute! build+deploy': ['docker build . -t x && docker push x', 'npm run build && vercel --prod --yes'],
    'execute! run+probe hidden': ['npm run dev & sleep 5 && curl -s localhost:3000 && kill %1'],
    'execute deploy': [
      'gcloud run deploy svc --source .',
      'aws s3 sync dist/ s3://bucket',
      'firebase deploy --only hosting',
      'az webapp deploy --name x',
      'git push heroku main',
      'kubectl scale deploy x --replicas=2',
      'kubectl rollout restart deployment/api',
      'gh workflow run deploy.yml',
      'npx wrangler pages deploy dist',
      'poetry publish',
      'docker stack deploy -c x.yml app',
      'make deploy',
    ],
  })
})

describe('what the status and the output still say', () => {
  holds({
    'execute! typecheck ~subset': ['php -l index.php'],
    'execute! lint ~subset': ['xmllint --noout a.xml'],
    'execute! test': [
      'npm test || exit 1',
      'set -o pipefail; npm test | tail -20',
      'npm test > /dev/null 2>&1',
      'npm test &> log.txt',
      'npm test && echo ok',
      'npm test 2>/dev/null',
      'npm test; exit $?',
    ],
    'execute! test hidden': [
      'npm test 2>&1 | head -50',
      'npm test 2>&1 | tail -1',
      'npm test |& tee log',
      'pushd web; npm test; popd',
      'npm test; echo "exit $?"',
      'npm test >/dev/null 2>&1; echo $?',
      'npm test 2>&1 | grep -E "passing|failing"',
      'npm test 2>&1 | grep -E "Tests:|Suites:"',
      'cd /repo && git stash && npm test; git stash pop',
      'if ! npm test; then echo no; fi',
    ],
    'execute! lint+test': ['set -e; npm run lint; npm test'],
    'execute! typecheck hidden': ['npx tsc --noEmit 2>&1 | grep -c "error TS"', 'mypy . | grep "Found"'],
    'execute! typecheck ~lines hidden': [
      'npx tsc --noEmit 2>&1 | grep -v node_modules',
      'npx tsc --noEmit 2>&1 | grep "src/app"',
      'npx tsc --noEmit | wc -l',
      "npx tsc --noEmit | sed '/node_modules/d'",
      "npx tsc --noEmit | awk '!/test/'",
      'npx tsc --noEmit 2>&1 | grep -v "TS2307" | head -20',
      'npx tsc --noEmit 2>&1 | grep -E "error TS" | grep -v test',
      'npx tsc --noEmit 2>&1 | Select-String -NotMatch test',
    ],
    'execute! typecheck ~status hidden': [
      'npx tsc --noEmit || true',
      'npx tsc --noEmit; true',
      'mypy . || :',
    ],
    'execute! typecheck ~weakened': ['npx tsc --noEmit --skipLibCheck'],
    'execute! run hidden': ['go run ./cmd/app --help 2>&1 | grep debug', 'node x.js | head -3'],
    'execute! probe hidden': [
      'curl -s localhost | grep title',
      'curl -s https://example.org/api | jq .stars',
      'timeout 10 bash -c "until curl -sf localhost:3000; do sleep 1; done"',
    ],
    'execute! test ~status hidden': ['npm test || echo failed', 'pytest || true', '(npm test) || true'],
    'execute! test ~weakened': [
      'jest --passWithNoTests',
      'pytest --ignore=tests/e2e',
      'npm test --if-present',
    ],
    'execute! lint ~weakened': ['ruff check --exit-zero .', 'npm run lint --if-present'],
    'execute! test ~subset': [
      'pytest -k login',
      'npm test -- -t "login"',
      'yarn jest src/a.test.ts',
      './gradlew test --tests FooTest',
      'dotnet test --filter Category=Unit',
      'swift test --filter X',
      'npx playwright test e2e/login.spec.ts --headed',
      'mvn test -Dtest=FooTest',
      'go test -run TestLogin ./...',
      'npm run test:e2e -- --project=chromium',
      'mix test test/a_test.exs:12',
      'bundle exec rspec spec/a_spec.rb',
    ],
  })
})
