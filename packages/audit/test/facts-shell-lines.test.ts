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
      'deno task test',
      'npx nx affected --target=test',
      'python -c "import pytest; pytest.main()"',
      "julia --project -e 'using Pkg; Pkg.test()'",
      'kubectl exec -it pod -- bash -c "cd /app && npm test"',
      'ls packages | while read p; do (cd packages/$p && npm test); done',
    ],
    'execute! lint': [
      'ls *.json | xargs -I{} jq empty {}',
      'tox -e lint',
      'npx @redocly/cli lint openapi.yaml',
    ],
    'execute! typecheck': ["find . -name '*.py' | xargs python -m py_compile", 'perl -c x.pl'],
    'execute! build': ['cargo test --no-run', "go test -run '^$' ./...", 'mvn -q -DskipTests package'],
    'execute! build+test': ['cmake -B build && cmake --build build && ctest --test-dir build'],
    'execute! lint+test': ['make lint test', 'run-p lint test'],
    'execute! test+run': ['bash scripts/run-e2e.sh'],
    'execute! run hidden background': [
      'nohup npm start > /tmp/app.log 2>&1 &',
      '(npm run dev > /tmp/dev.log 2>&1 &)',
    ],
    'execute! probe': ['kubectl wait --for=condition=ready pod/x', 'watch -n1 curl localhost'],
    'execute! database': ['php artisan migrate --force', "docker exec db psql -U x -c 'select 1'"],
    'execute! run+probe hidden': ['npm run dev & sleep 5 && curl -s localhost:3000 && kill %1'],
    'execute deploy': ['git push heroku main', 'gh workflow run deploy.yml', 'poetry publish', 'make deploy'],
    read: ['docker exec web ls /app', "ssh host 'cat /var/log/app.log | tail -50'"],
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
