import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/random.js'
import { describeShell } from '../src/facts/shell/line.js'
import { parseShell } from '../src/facts/shell/syntax.js'
import { unwrap } from '../src/facts/shell/wrappers.js'

/** The words of every command of a line, joined by spaces. */
function commandsOf(line: string): string[] {
  return describeShell(line)
    .filter((command) => command.words.length > 0)
    .map((command) => command.words.join(' '))
}

/** `effect checks`, with `!` behind the effect where it verifies nothing although it is a check. */
function summaryOf(line: string): string {
  return describeShell(line)
    .filter((command) => command.words.length > 0)
    .map((one) => `${one.effect}${one.verify ? '!' : ''} ${one.dry ? '' : one.checks.join('+')}`.trim())
    .join(' | ')
}

describe('the commands of a line', () => {
  const table: readonly (readonly [string, readonly string[]])[] = [
    ['', []],
    ['   # only a comment', []],
    ['npm test', ['npm test']],
    ['cd app && npm test', ['cd app', 'npm test']],
    ['a; b\nc & d | e || f', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['echo \'a b\' "c $HOME d" e\\ f', ['echo a b c $HOME d e f']],
    ['FOO=1 BAR="x y" npm test', ['npm test']],
    ['FOO=1', []],
    ['echo a#b # comment', ['echo a#b']],
    ['npm test 2>&1 | tee out.log', ['npm test', 'tee out.log']],
    ['npm test \\\n  --watch', ['npm test --watch']],
    ['npm test \\\r\n  --watch', ['npm test --watch']],
    ['echo $(git rev-parse HEAD)', ['git rev-parse HEAD', 'echo $(git rev-parse HEAD)']],
    ['x=$(npm test)', ['npm test']],
    ['x=`npm test`', ['npm test']],
    ['echo "a $(cat "f g") b"', ['cat f g', 'echo a $(cat "f g") b']],
    ['echo $((1 + 2)) $(( a || b ))', ['echo $((1 + 2)) $(( a || b ))']],
    ['(cd a && make) | tail -3', ['cd a', 'make', 'tail -3']],
    ['{ make; make test; } > log', ['make', 'make test']],
    ['if npm test; then echo ok; else echo bad; fi', ['npm test', 'echo ok', 'echo bad']],
    ['for f in a b; do shellcheck $f; done', ['shellcheck $f']],
    ['for f in $(git ls-files); do cat $f; done', ['git ls-files', 'cat $f']],
    ['while read -r l; do echo $l; done < f', ['read -r l', 'echo $l']],
    ['case $x in a) npm test;; b|c) npm run lint;; esac', ['npm test', 'npm run lint']],
    ['until curl -s localhost; do sleep 1; done', ['curl -s localhost', 'sleep 1']],
    ['check() { npm test; }; check', ['npm test', 'check']],
    ['function check { npm test; }', ['npm test']],
    ['[[ -f a && $b > 3 ]] && make', ['[[', 'make']],
    ['[ -f a ] || touch a', ['[ -f a ]', 'touch a']],
    ['diff <(sort a) <(sort b)', ['sort a', 'sort b', 'diff <(sort a) <(sort b)']],
    ['cat <<EOF\nnpm test\n$(date)\nEOF\nls', ['cat', 'ls']],
    ["cat > f <<'EOF'\nit's (unbalanced\nEOF\nmake", ['cat', 'make']],
    ['cat <<-END\n\tx\n\tEND\nls', ['cat', 'ls']],
    ['cat <<A <<B\na\nA\nb\nB\nls', ['cat', 'ls']],
    [
      "git commit -m \"$(cat <<'EOF'\nfix: don't (run tests; npm test\nEOF\n)\" && npm test",
      ['cat', "git commit -m $(cat <<'EOF'\nfix: don't (run tests; npm test\nEOF\n)", 'npm test'],
    ],
    ['arr=(a b $(ls)); echo x', ['ls', 'echo x']],
    ['cd C:\\code\\app && npm test', ['cd C:\\code\\app', 'npm test']],
    ["echo $'a\\nb'", ['echo a\nb']],
    ['! grep -q x f', ['grep -q x f']],
    ['unclosed "quote npm test', ['unclosed quote npm test']],
    ['echo $(unclosed', ['unclosed', 'echo $(unclosed']],
    ['a )) b', ['a', 'b']],
    ['ls <long>/x *.md <secret>', ['ls <long>/x *.md <secret>']],
    ['sort < in > out', ['sort']],
  ]
  it.each(table)('%j', (line, expected) => {
    expect(commandsOf(line)).toEqual(expected)
  })
})

describe('wrappers are looked through', () => {
  const table: readonly (readonly [string, string])[] = [
    ['npx vitest run', 'vitest run'],
    ['npx -y eslint@9 .', 'eslint .'],
    ['npx --yes @biomejs/biome check .', 'biome check .'],
    ['npx -p typescript tsc --noEmit', 'tsc --noEmit'],
    ['pnpm exec tsc', 'tsc'],
    ['pnpm --filter web exec tsc', 'tsc'],
    ['bun x tsc', 'tsc'],
    ['uv run pytest -q', 'pytest -q'],
    ['uv run --with httpx pytest', 'pytest'],
    ['uv run -m pytest', 'python -m pytest'],
    ['uv run main.py', 'python main.py'],
    ['uvx ruff@latest check', 'ruff check'],
    ['coverage run -m pytest', 'python -m pytest'],
    ['docker exec -it web npm test', 'npm test'],
    ['docker exec -e A=1 -u root web npm test', 'npm test'],
    ['docker compose -f x.yml run --rm api pytest -q', 'pytest -q'],
    ['docker run --rm -v $PWD:/w -w /w node:20 npm test', 'npm test'],
    ['kubectl exec -n ns pod/x -- pytest', 'pytest'],
    ['sudo -u app npm test', 'npm test'],
    ['sudo -E env A=1 npm test', 'npm test'],
    ['timeout 60 npm test', 'npm test'],
    ['timeout -k 5 60s npm test', 'npm test'],
    ['env A=1 B=2 npm test', 'npm test'],
    ['env', 'env'],
    ['command -v node', 'command -v node'],
    ['cross-env NODE_ENV=test jest', 'jest'],
    ['dotenv -e .env.test -- jest', 'jest'],
    ['mise exec node@20 -- npm test', 'npm test'],
    ['nix develop .#dev --command npm test', 'npm test'],
    ['xargs -n 1 shellcheck', 'shellcheck'],
    ['bundle exec rspec', 'rspec'],
    ['op run --env-file .env -- npm test', 'npm test'],
    ['timeout 5 sudo nice npx jest', 'jest'],
    ['npx', 'npx'],
  ]
  it.each(table)('%s', (line, inner) => {
    expect(unwrap(line.split(' ')).words.join(' ')).toBe(inner)
  })

  const scripts: readonly (readonly [string, readonly string[]])[] = [
    ['bash -c "npm test && npm run lint"', ['npm test', 'npm run lint']],
    ["bash -lc 'npm test'", ['npm test']],
    ["bash -o pipefail -c 'npm test | tee x'", ['npm test', 'tee x']],
    ["sh -c 'make test'", ['make test']],
    ["ssh -p 22 me@host 'cd /srv && npm test'", ['cd /srv', 'npm test']],
    ['ssh host uptime', ['uptime']],
    ["docker exec web sh -c 'npm test'", ['npm test']],
    ["wsl.exe -d Ubuntu -- bash -lc 'go test ./...'", ['go test ./...']],
    ['powershell -NoProfile -Command "npm test"', ['npm test']],
    ['cmd /c "npm test"', ['npm test']],
    ['cmd.exe //c npm test', ['npm test']],
    ["eval 'npm test'", ['npm test']],
    ['bash <<EOF\nnpm test\nEOF', ['npm test']],
    [
      'find . -name "*.sh" -exec shellcheck {} \\;',
      ['shellcheck {}', 'find . -name *.sh -exec shellcheck {} ;'],
    ],
    ['bash script.sh -c x', ['bash script.sh -c x']],
  ]
  it.each(scripts)('%s', (line, expected) => {
    expect(commandsOf(line)).toEqual(expected)
  })
})

describe('what a command did', () => {
  const byPurpose: { readonly [purpose: string]: readonly string[] } = {
    'execute! test': [
      'npm run test:unit -- --watch=false',
      'npm --prefix web run e2e',
      'pnpm -r test',
      'pnpm --filter @a/b test',
      'yarn workspace web test',
      'yarn workspaces foreach -A run test',
      'python3.12 -m pytest tests/',
      'make -C sub check',
      'nx run-many -t test',
    ],
    'execute! test+run': [
      'python test_x.py',
      'node scripts/test.mjs',
      './scripts/test.sh',
      'tsx src/a.test.ts',
      './run-tests.sh',
      './test',
      './scripts/e2e-tests',
    ],
    'execute! build': [
      'npm run build',
      'go build ./...',
      'cargo build --release',
      'mvn package -DskipTests',
      'xcodebuild -scheme App',
      'docker build -t x .',
    ],
    'execute! build+test': ['mvn verify', './gradlew build'],
    'execute! lint': [
      'npm run lint',
      'eslint src --max-warnings 0',
      'ruff check .',
      'docker compose config',
      'mise run lint',
      'python manage.py check',
      'npx github-actionlint x.yml',
    ],
    'execute! typecheck': [
      'npx tsc --noEmit -p tsconfig.json',
      'pnpm tsc --noEmit',
      'npm run typecheck',
      'python -m mypy .',
      'node --check x.js',
      'bash -n x.sh',
    ],
    'execute! typecheck+build': ['tsc', 'tsc -b', 'npx tsc -p .'],
    'execute! lint+typecheck': [
      'go vet ./...',
      'cargo clippy -- -D warnings',
      'npm run check',
      'just check',
      'bun run beads:check',
    ],
    'execute format': ['prettier --write .', 'npm run format', 'cargo fmt', 'gofmt -w .'],
    'execute! format': ['prettier --check .', 'npm run format:check', 'gofmt -l .', 'terraform fmt -check'],
    'execute! run': [
      'node --env-file .env dist/main.js',
      'node -e "console.log(1)"',
      'python x.py --flag',
      'python -c "print(1)"',
      'python3 - <<EOF\nprint(1)\nEOF',
      'python -m http.server 8000',
      'cargo run -- --help',
      'pnpm dev --port 3000',
      'docker run -p 80:80 nginx',
    ],
    'execute! probe': [
      'curl -s localhost:3000/health',
      'wget -qO- localhost',
      'http GET :3000/x',
      'pg_isready',
    ],
    'execute! database': [
      'psql -c "select 1"',
      'sqlite3 x.db .tables',
      'npx prisma migrate dev',
      'alembic upgrade head',
      'python manage.py migrate',
      'dotnet ef database update',
    ],
    'execute! browser': ['npx playwright screenshot http://x out.png', 'lighthouse http://x'],
    'execute deploy': [
      'kubectl apply -f x.yml',
      'helm upgrade app chart',
      'rsync -a dist/ host:/srv',
      'docker compose up -d',
      'gh release create v1',
    ],
    execute: [
      'npm i -D vitest',
      'git commit -m "run tests"',
      'gh pr create --title test',
      'gh api repos/x/y/comments -f body=x',
      'pkill -f "npm test"',
      'curl -L https://x.dev/a.zip -o a.zip',
      'python -m venv .venv',
    ],
    read: [
      'grep -rn "npm test" .',
      'find . -name "*.test.ts"',
      'sed -n 1,20p x',
      'git -C x log --oneline',
      'git config --get user.name',
      'git apply --check a.diff',
    ],
    write: [
      'echo x > f',
      'echo x >> f',
      'cat > f <<EOF\nx\nEOF',
      'jq .a x.json > y.json',
      'patch -p1 < a.diff',
      "python -c \"open('a.txt', 'w').write('x')\"",
      'python3 - <<EOF\nfrom pathlib import Path\nPath("a.py").write_text("x")\nEOF',
      "node -e \"require('fs').writeFileSync('a.js', '')\"",
      "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.ts\n*** End Patch\nEOF",
    ],
  }
  const rows = Object.entries(byPurpose).flatMap(([purpose, lines]) =>
    lines.map((line) => [line, purpose] as const),
  )
  it.each(rows)('%j is %s', (line, expected) => {
    expect(summaryOf(line)).toBe(expected)
  })
})

describe('what hides and filters a check', () => {
  /** `hidden`, `background` and the filter of the first command that checks something. */
  function hidingOf(line: string): string {
    const command = describeShell(line).find((one) => one.checks.length > 0)
    if (command === undefined) return 'no check'
    const { filter } = command
    return [
      command.statusHidden ? 'hidden' : '',
      command.background ? 'background' : '',
      filter === null ? '' : `${filter.kind}: ${filter.text}`,
    ]
      .filter((part) => part !== '')
      .join(' ')
  }
  const table: readonly (readonly [string, string])[] = [
    ['npm test', ''],
    ['npm test && echo ok', ''],
    ['cd x && npm test', ''],
    ['npm test || exit 1', ''],
    ['npm test || { echo bad; exit 1; }', ''],
    ['set -e; npm test; echo done', ''],
    ['npm test; exit $?', ''],
    ['npm test 2>&1', ''],
    ['npm test > out.log 2>&1', ''],
    ['npm test > /dev/null && echo ok', ''],
    ['npm test 2>/dev/null', ''],
    ['set -o pipefail; npm test | tail -5', ''],
    ['npm test | tail -20', 'hidden'],
    ['npm test 2>&1 | tee out.log', 'hidden'],
    ['npm test | head -50', 'hidden'],
    ['npm test; echo done', 'hidden'],
    ['npm test\nls', 'hidden'],
    ['npm test && npm run lint || echo bad', 'hidden status: || echo bad'],
    ['npm test || true', 'hidden status: || true'],
    ['npm test || :', 'hidden status: || :'],
    ['npm test; true', 'hidden status: ; true'],
    ['npm test || echo failed', 'hidden status: || echo failed'],
    ['(cd x && npm test) || true', 'hidden status: || true'],
    ['npm test &', 'hidden background'],
    ['nohup npm start > log 2>&1 &', 'hidden background'],
    ['if npm test; then echo ok; fi', 'hidden'],
    ['out=$(npm test)', 'hidden'],
    ['npm test > /dev/null 2>&1; ls', 'hidden lines: > /dev/null'],
    ['tsc --noEmit | grep -v node_modules', 'hidden lines: | grep -v node_modules'],
    ['tsc --noEmit 2>&1 | grep src/a.ts | head', 'hidden lines: | grep src/a.ts'],
    ['tsc --noEmit | grep -E "error TS"', 'hidden'],
    ['npm test | grep -E "passed|failed"', 'hidden'],
    ['npm test | grep -c failed', 'hidden'],
    ['npm test | wc -l', 'hidden lines: | wc -l'],
    ["npm test | sed -n '1,5p'", 'hidden lines: | sed -n 1,5p'],
    ["npm test | sed 's/a/b/'", 'hidden'],
    ["npm test | awk '/x/'", 'hidden lines: | awk /x/'],
    ['tsc --noEmit --skipLibCheck', 'weakened: --skipLibCheck'],
    ['vitest run --passWithNoTests', 'weakened: --passWithNoTests'],
    ['ruff check --exit-zero .', 'weakened: --exit-zero'],
    ['npm run test --if-present', 'weakened: --if-present'],
    ['pytest --deselect tests/a.py', 'weakened: --deselect'],
    ['vitest run src/a.test.ts', 'subset: src/a.test.ts'],
    ['vitest run -t name', 'subset: -t name'],
    ['pytest tests/a.py::test_x', 'subset: tests/a.py::test_x'],
    ['python -m pytest -k name', 'subset: -k name'],
    ['python -m pytest -m slow', 'subset: -m slow'],
    ['go test -run TestX ./...', 'subset: -run TestX'],
    ['eslint src/a.ts', 'subset: src/a.ts'],
    ['tsc --noEmit src/a.ts', 'subset: src/a.ts'],
    ['tsc --noEmit -p tsconfig.build.json', ''],
    ['eslint -c eslint.config.js .', ''],
    ['go test ./...', ''],
    ['bun build src/cli.ts', ''],
    ['pytest tests/', ''],
    ['python test_x.py', ''],
    ['bash -c "npm test || true"', 'hidden status: || true'],
    ['bash -c "npm test" | tail', 'hidden'],
  ]
  it.each(table)('%j', (line, expected) => {
    expect(hidingOf(line)).toBe(expected)
  })
})

describe('the files that a command touches', () => {
  const table: readonly (readonly [string, string])[] = [
    ['cat a b', 'r:a r:b'],
    ['head -n 20 a', 'r:a'],
    ['grep -rn "x y" src lib', 'r:src r:lib'],
    ['grep -e x src', 'r:src'],
    ["sed -n '1,5p' a", 'r:a'],
    ["sed -i 's/a/b/' a b", 'w:a w:b'],
    ['jq .a x.json > y.json', 'r:x.json w:y.json'],
    ['find src -name x', 'r:src'],
    ['cp a b c', 'r:a r:b w:c'],
    ['mv a b', 'w:a w:b'],
    ['rm -rf a b', 'w:a w:b'],
    ['chmod +x a', 'w:a'],
    ['mkdir -p a/b', 'w:a/b'],
    ['echo x >> "my file"', 'w:my file'],
    ['cat > a <<EOF\nx\nEOF', 'w:a'],
    ['sort < a > b', 'r:a w:b'],
    ['echo x | sudo tee -a a', 'w:a'],
    ['make > /dev/null 2>&1', ''],
    ['node x.js y.json', 'r:x.js'],
    ['vitest run src/a.test.ts', 'r:src/a.test.ts'],
    ['./bin/app in.txt', 'r:./bin/app r:in.txt'],
    ['git apply a.diff', 'r:a.diff'],
    ['git rm a b', 'w:a w:b'],
    ['git checkout -- a', 'w:a'],
    ["apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a b.ts\n*** End Patch\nEOF", 'w:a b.ts'],
    ["python -c \"open('a.txt', 'w')\"", 'w:a.txt'],
    ['python -c "open(\'a.txt\')"', 'r:a.txt'],
  ]
  it.each(table)('%j', (line, expected) => {
    const files = describeShell(line).flatMap((command) => command.files)
    expect(files.map((file) => `${file.access === 'read' ? 'r' : 'w'}:${file.path}`).join(' ')).toBe(expected)
  })
})

describe('any text', () => {
  const pieces = fc.constantFrom(
    ...'$( ) ` \' " \\ ; & | && || << <<- <<< > >> 2>&1 EOF { } (( )) [[ ]] # if then fi for do done'.split(
      ' ',
    ),
    ...'case in esac npm test a=b = ! -c bash sh eval ${ <( \n'.split(' '),
  )
  const lines = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join('')),
    fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(' ')),
  )

  it('never throws, and gives the same for the same text', () => {
    fc.assert(
      fc.property(lines, (line) => {
        expect(describeShell(line)).toEqual(describeShell(line))
        expect(parseShell(line)).toBeInstanceOf(Array)
      }),
      { numRuns: runs(500) },
    )
  })

  it('reads quoted words back as they were', () => {
    const words = fc.array(fc.string({ maxLength: 20 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(words, (list) => {
        const line = list.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
        expect(parseShell(line)).toMatchObject([{ stages: [{ words: list }] }])
      }),
    )
  })

  it('a command keeps its meaning in a subshell, in `bash -c` and behind wrappers', () => {
    const command = fc.constantFrom('npm test', 'tsc --noEmit', 'ls -la', 'git push', 'rm -rf x', 'node x.js')
    fc.assert(
      fc.property(command, (line) => {
        const last = (text: string) => describeShell(text).at(-1)
        for (const around of [`(${line})`, `bash -c '${line}'`, `A=1 ${line}`, `timeout 9 ${line}`]) {
          expect(last(around)).toEqual(last(line))
        }
      }),
    )
  })

  it('looks at a bounded number of commands, however long and however nested the line is', () => {
    const units = [
      'a;',
      '$(',
      '(',
      '((',
      '`',
      '"$(',
      'a <<E\n',
      '${',
      'if a; then ',
      "'",
      '\\',
      '<(',
      '{ ',
      'a|',
      'x=(',
    ]
    for (const unit of units) expect(describeShell(unit.repeat(5_000)).length).toBeLessThanOrEqual(501)
    expect(describeShell(`rm ${'a '.repeat(50_000)}`)).toHaveLength(1)
    expect(describeShell(`git commit ${'a '.repeat(50_000)}`)).toHaveLength(1)
  })
})
