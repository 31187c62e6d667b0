import { describe, expect, it } from 'vitest'
import { sketch, tableOf } from './evidence-item-sketch.js'

/** A second table of own texts, written after the code was fitted to the first and before it was tried on these. */
const promises = {
  'change: write': `
    Phase 1.2 - Swap the logger for pino
    [BUG-77] Correct the tax rounding
    Sprint 3: Introduce a feature flag for the new editor
    🐛 Handle empty arrays in the merge routine
    4. Inject the clock into the scheduler
    refactor(core): split the loader
    API: return 404 for unknown ids
    Expose the metrics
    Support for nested folders
    Replacement of the date picker
    Addition of an audit column
    Improvements to the search index
    Rewrite the login tests without timers
    Bring the sidebar in line with the mock-up
    Do not retry aborted requests
    Stop showing the banner to guests
    Add a page that shows the test results
    Create a component for summary cards
    Define the types of the event bus
    Port the worker to TypeScript
    Nachricht bei leerer Liste anzeigen
    Zwischenspeicher einführen
    Ersetze die alte Bibliothek
    Anpassung der Schnittstelle
    Abhängigkeiten aktualisieren
    Extraire la logique dans un service
    Modifier la page d'accueil
    Suppression des fichiers inutiles
    Añadir validación al formulario
    Mover las constantes a otro archivo
    Refactorización del enrutador
    Ajustar o layout da tela
    Correção do cálculo de impostos
    Sostituire la libreria
    Aggiunta di un indice
    Изменить порядок полей
    Добавить тест для парсера
    Замена библиотеки
    调整页面布局
    在配置中增加超时参数
    优化首页加载速度
    将接口改为异步
    ヘッダーにボタンを追加する
    型定義を修正
    ログ出力を改善する
    로그인 오류 해결
    헤더에 버튼 추가하기
    날짜 라이브러리 교체
  `,
  'verify: check test runOnly': `
    Phase 3 - Run the regression tests
    Run vitest
    Execute all unit tests
    Alle Unit-Tests ausführen
    Relancer les tests
    Ejecutar pruebas unitarias
    Rodar todos os testes
    Eseguire tutti i test
    Прогон тестов
    执行所有测试
    テスト実行
    전체 테스트 실행
  `,
  'verify: check test': `
    Integration tests pass
    Ensure that the whole test suite passes
    Make sure no test fails
    Sicherstellen, dass die Tests grün sind
    S'assurer que les tests passent
    Confirmar que las pruebas pasan
    Убедиться, что все тесты зелёные
    确认测试全部通过
  `,
  'verify: check functional': `
    Test keyboard navigation
    Verify the export command writes a file
    Check the page in Firefox
    Confirm the server responds to SIGTERM
    Exercise the API with curl
    Walk through the signup flow
    Webseite im Browser prüfen
    Anmeldung testen
    Tester l'API
    Vérifier l'affichage de la page
    Probar el formulario de contacto
    Verificar que el servicio responde
    Testar o fluxo de compra
    Testare il modulo di contatto
    Проверить, что страница открывается
    验证接口返回数据
    测试支付流程
    ページの表示を確認する
    API 동작 확인
  `,
  'verify: check': `
    Verify the change
    Double-check the fix
    Änderung prüfen
    Verifica delle modifiche
    Проверить исправление
    验证改动
    変更を確認
    변경 확인
  `,
  'verify: check build': `
    Verify it compiles
    Compiler le projet
    Сборка
    确认项目可以构建
    ビルドする
    빌드 확인
  `,
  'verify: inspection': `
    Check for dead imports
    Verify the naming conventions are followed
    Confirm that no secrets are committed
    Sicherheit prüfen
    Vérifier la sécurité
    检查是否有安全漏洞
  `,
  'research: inspection': `
    Peer review
    Review the diff
    Architecture review
    Codeüberprüfung
    Audit du code
    Ревью изменений
    评审代码
  `,
  'research: reading': `
    Look through the changelog
    Find where the cache is filled
    Understand the data flow
    Dateien suchen
    Examiner les journaux
    Buscar la causa del fallo
    Ler o código
    Cercare la causa
    Разобраться в коде
    查看日志
    ログを調査する
    로그 분석
  `,
  'think: prose': `
    Design the API
    Decide which queue to use
    API entwerfen
    Définir l'architecture
    Planificar los siguientes pasos
    设计数据库表结构
    設計
  `,
  'communicate: prose': `
    Summarise what was done
    Final summary
    Explain the failure to the user
    Confirm with the user
    Ergebnis zusammenfassen
    Résumer les changements
    Redactar la documentación
    Подвести итоги
    总结结果
    結果を要約する
    결과 정리 보고
  `,
  'execute: execute': `
    Push the branch
    Install the packages
    Restart nginx
    Server neu starten
    Installer les paquets
    Instalar dependencias
    Установить пакеты
    部署服务
    サーバーを再起動
    패키지 설치
  `,
  'change: write + check functional': `
    Update the header and check it in the browser
    Schaltfläche einbauen und testen
    Corrige el formulario y prueba la página
    修复登录并测试
    버튼 추가 및 테스트
  `,
  'unknown: anything': `
    Step 2
    Alpha
    Schrijf tests
    Controleer update
    Popraw testy
    Do not touch the config
    Don't run the tests
    Aja kaikki testit
    Javítsd ki a hibát
  `,
}

describe('the promise of a later item', () => {
  it.each(tableOf(promises))('%s', (text, promise) => {
    expect(sketch(text)).toBe(promise)
  })
})
