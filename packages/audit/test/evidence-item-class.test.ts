import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { promiseOf } from '../src/evidence/items/item-class.js'
import { filesNamedIn } from '../src/evidence/items/named-files.js'
import { sketch } from './evidence-item-sketch.js'

const texts: readonly (readonly [text: string, promise: string])[] = [
  // Checks, named and not.
  ['Run the tests', 'verify: check test runOnly'],
  ['Run tests and lint', 'verify: check test runOnly + check lint runOnly'],
  ['Run fmt, lint, and all tests', 'verify: check format runOnly + check lint runOnly + check test runOnly'],
  ['Run type check to ensure no TypeScript errors', 'verify: check typecheck'],
  ['Run typecheck and fix any errors', 'verify: check typecheck runOnly'],
  ['Run typecheck and mark story complete', 'verify: check typecheck runOnly'],
  ['Verify that the build passes', 'verify: check build'],
  ['Build and test the project', 'verify: check build + check functional'],
  ['Build the project', 'verify: check build'],
  ['Lint', 'verify: check lint'],
  ['Test the login form', 'verify: check functional'],
  ['Verify the fix', 'verify: check'],
  ['Verify the page renders in the browser', 'verify: check functional'],
  ['Verify with the test environment', 'verify: check functional'],
  ['Verify that no secrets leak into the logs', 'verify: inspection'],
  ['Check error handling in the parser', 'verify: inspection'],
  ['Review the permissions', 'research: inspection'],
  ['Perform a security audit of the API', 'research: inspection'],
  // A verb counts at the start of a clause alone.
  ['Rename the build step', 'change: write'],
  ['Update build and test configuration', 'change: write'],
  ['Add a test button to the page', 'change: write'],
  ['Executing state layout optimization', 'change: write'],
  ['Phase 2: Verify the rollback', 'verify: check'],
  ['Step 10 - Security: Validate documentation completeness', 'verify: inspection'],
  ['[P0] H-01: Fix the race', 'change: write'],
  ['3. Deploy to staging', 'execute: execute'],
  ['✅ Testing the login form', 'verify: check functional'],
  ['Complete testing of the login form', 'verify: check functional'],
  ['Decision: use SQLite', 'think: prose'],
  // Changes, commands, texts.
  ['Implement the export', 'change: write'],
  ['Build an export dialog', 'change: write'],
  ['Write tests and verify the integration', 'change: write + check'],
  ['Generate Mermaid diagrams for flows and triggers', 'communicate: prose'],
  ['Write the summary report', 'communicate: prose'],
  ['Create src/report.ts', 'change: write'],
  ['Create dashboard summary cards component', 'change: write'],
  ['Design the storage layer', 'think: prose'],
  ['Summarize the results', 'communicate: prose'],
  ['Explore the codebase', 'research: reading'],
  ['Commit and push the changes', 'execute: execute + execute'],
  ['Create a pull request', 'execute: execute'],
  ['Install the dependencies', 'execute: execute'],
  ['Launch parallel review agents', 'execute: delegation'],
  ['Final verification', 'verify: check'],
  ['Unit tests', 'verify: check test'],
  ['Frobnicate the gizmo', 'unknown: anything'],
  // Other languages.
  ['测试登录页面', 'verify: check functional'],
  ['对登录页面进行测试', 'verify: check functional'],
  ['运行测试', 'verify: check test runOnly'],
  ['修复登录问题', 'change: write'],
  ['创建 session_store.py', 'change: write'],
  ['进行技术选型', 'think: prose'],
  ['生成改进建议报告', 'communicate: prose'],
  ['检查权限配置', 'verify: inspection'],
  ['Tests ausführen', 'verify: check test runOnly'],
  ['Fehler beheben', 'change: write'],
  ['Anmeldung überprüfen', 'verify: check'],
  ['Corriger le formulaire', 'change: write'],
  ['Exécuter les tests', 'verify: check test runOnly'],
  ['Añadir la caché', 'change: write'],
  ['Ejecutar las pruebas', 'verify: check test runOnly'],
  ['テストを実行する', 'verify: check test runOnly'],
  ['バグを修正する', 'change: write'],
]

describe('the promise of an item', () => {
  it.each(texts)('%s', (text, promise) => {
    expect(sketch(text)).toBe(promise)
  })

  it('is found for any text, the same each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const promise = promiseOf(text)
        expect(promise.needs.length).toBeGreaterThan(0)
        expect(promiseOf(text)).toEqual(promise)
      }),
    )
  })

  it('does not hang on a text of a megabyte', () => {
    for (const unit of ['a', 'test ', '- ', '1. ', ': ', 'Phase 1: ', '测试', '(', 'a/', '.a', 'and '])
      expect(promiseOf(unit.repeat(1_000_000 / unit.length)).needs.length).toBeGreaterThan(0)
  })
})

describe('the files that a text names', () => {
  it.each([
    ['Create src/a/b.ts and c.py', ['src/a/b.ts', 'c.py']],
    ['Fix commit_message.go:64', ['commit_message.go']],
    ['Create the page (page.tsx)', ['page.tsx']],
    ['Update .env and Dockerfile', ['.env', 'Dockerfile']],
    ['Write [id]/route.ts', ['[id]/route.ts']],
    ['Update deploy-staging.yml for Node.js 20.1', ['deploy-staging.yml']],
    ['Remove console.log and process.env', []],
    ['Change Foo.Bar() to v1.0, e.g. so', []],
  ])('%s', (text, files) => {
    expect(filesNamedIn(text)).toEqual(files)
  })
})
