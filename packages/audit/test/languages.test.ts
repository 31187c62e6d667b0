import { describe, expect, it } from 'vitest'
import { promiseOf } from '../src/evidence/items/item-class.js'
import { languages, sourceOf } from '../src/evidence/languages/index.js'
import type { Patterns } from '../src/evidence/languages/language.js'

/** An item of each language that changes something, one that runs the tests, and one that looks into something. */
const items: { readonly [language: string]: readonly [change: string, verify: string, research: string] } = {
  English: ['Fix the login page', 'Run the tests', 'Analyze the code'],
  French: ['Corriger la page', 'Exécuter les tests', 'Analyser le code'],
  Spanish: ['Corregir la página', 'Ejecutar las pruebas', 'Analizar el código'],
  Portuguese: ['Corrigir a página', 'Executar os testes', 'Analisar o código'],
  Italian: ['Correggere la pagina', 'Eseguire i test', 'Analizzare il codice'],
  German: ['Die Seite korrigieren', 'Die Tests ausführen', 'Den Code analysieren'],
  Russian: ['Исправить страницу', 'Запустить тесты', 'Проанализировать код'],
  Japanese: ['ページを修正する', 'テストを実行する', 'コードを調査する'],
  Chinese: ['修复登录页面', '运行测试', '分析代码'],
  Korean: ['로그인 페이지 수정', '테스트 실행', '코드 분석'],
}

it('every language has an item in this table', () => {
  expect(languages.map(({ name }) => name)).toEqual(Object.keys(items))
})

describe.each(languages)('$name', ({ name, patterns, words, ...readers }) => {
  it('says what changes, what is checked and what is looked into', () => {
    expect(items[name]?.map((text) => promiseOf(text).itemClass)).toEqual(['change', 'verify', 'research'])
  })

  it('has verbs, in one of the ways in which they are read', () => {
    const { verb, clause, unspaced, romance } = readers
    expect([verb, clause, unspaced, romance].filter((reader) => reader !== undefined)).toHaveLength(1)
  })

  it('has patterns that match something, and say it in all languages', () => {
    for (const [key, pattern] of Object.entries(patterns)) {
      expect(pattern.test(''), key).toBe(false)
      expect(sourceOf(key as keyof Patterns)).toContain(pattern.source)
    }
    for (const list of Object.values(words)) expect(list).toMatch(/^\S+(?: \S+)*$/)
  })
})
