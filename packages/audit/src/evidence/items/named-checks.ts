/** The kinds of checks that a text names: "Run tests and lint" names two. */

import type { CheckKind } from '../calls/call-description.js'

const patterns: readonly (readonly [CheckKind, RegExp])[] = [
  [
    'test',
    /\b(?:tests?|specs?|test[- ]suite|pytest|vitest|jest|mocha|phpunit|rspec|ctest|cypress|playwright|e2e|unittests?)\b(?![- ](?:environment|env|data|users?|accounts?|mode|files?|cases?|coverage|plan|fixtures?|page|server|database|db|results?|report|login))|\b(?:integrations|regressions|akzeptanz|system|modul)tests\b|测试(?!环境|数据|结果|报告|计划|用例|文件)|テスト(?!環境|データ|コード)|테스트(?! ?(?:환경|데이터|코드|결과))|\b(?:pruebas|testes)\b|(?<!\p{L})тест(?:ы|ов|ами|ах)?(?!\p{L})/iu,
  ],
  [
    'lint',
    /\blint(?:er|ing|s)?\b|\b(?:eslint|biome|ruff|clippy|golangci-lint|shellcheck|flake8|pylint)\b|(?<!\p{L})линтер\p{L}*|린트/iu,
  ],
  [
    'typecheck',
    /\btype-?\s?check(?:s|ing|er)?\b|\b(?:tsc|mypy|pyright|vue-tsc)\b|\b(?:typescript|type)[- ](?:errors?|compilation|compiles?)\b|类型检查|型チェック/iu,
  ],
  [
    'build',
    /\b(?:re)?builds?\b(?! (?:step|script|config|system|tool))|\bcompil(?:es?|ation|ing)\b|\bcompila(?:ci[óo]n|ção|zione)|(?<!\p{L})сборк\p{L}*|构建|编译|ビルド|빌드/iu,
  ],
  ['format', /\b(?:fmt|gofmt|prettier|formatting|format check|formatter)\b|格式化/iu],
]

/** The kinds that a text names, in a fixed order. Linear: the text of an item, cut to its line. */
export function checksNamedIn(text: string): readonly CheckKind[] {
  return patterns.filter(([, pattern]) => pattern.test(text)).map(([kind]) => kind)
}

/** Words that name a check and nothing else. */
const onlyACheck =
  /^(?:(?:the|all|unit|integration|e2e|end-to-end|full|existing|new|type|code|static|die|alle|les|los|las|el|le|i|o|os|as|il|所有|单元|単体|全ての)[\s-]*){0,4}(?:(?:unit|integrations?)?-?tests?|test suite|suite|testes|pruebas|тесты|линтер|lint(?:er|ing|s)?|type-?\s?check(?:s|ing|er)?|types|checks?|build|builds|formatting|fmt|tsc|eslint|mypy|pytest|typescript|compilation|测试|テスト|リント|类型检查|构建|테스트|린트)(?:\s+(?:checks?|pass(?:es)?|again|locally|suite|clean))?[.!]?$/iu

/** True where a text names a check and nothing else: "the unit tests", "type checks". */
export function namesOnlyChecks(text: string): boolean {
  return onlyACheck.test(text.trim())
}

/**
 * How far a check of one kind meets the need for another, 0 to 1. A build of a typed language checks its types; a
 * type check says nothing of a page.
 */
const substitutes: ReadonlyMap<CheckKind, ReadonlyMap<CheckKind, number>> = new Map([
  // A program, a page or a service that is run and looked at is tested, if not by its test suite.
  [
    'test',
    new Map<CheckKind, number>([
      ['run', 0.8],
      ['browser', 0.8],
      ['probe', 0.8],
      ['database', 0.7],
    ]),
  ],
  ['typecheck', new Map<CheckKind, number>([['build', 0.85]])],
  [
    'build',
    new Map<CheckKind, number>([
      ['test', 0.6],
      ['typecheck', 0.5],
      ['run', 0.85],
    ]),
  ],
  ['lint', new Map<CheckKind, number>([['format', 0.4]])],
  ['format', new Map<CheckKind, number>([['lint', 0.8]])],
])

/** How far checks that were run meet one that was asked for, 0 to 1. */
export function metBy(asked: CheckKind, run: readonly CheckKind[]): number {
  if (run.includes(asked)) return 1
  return Math.max(0, ...run.map((kind) => substitutes.get(asked)?.get(kind) ?? 0))
}
