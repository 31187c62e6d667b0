/**
 * The verbs of todo items and what they promise. Source: the verb list of the project's audit notes, widened by
 * common verbs of the same meaning in English, German, French, Spanish, Chinese and Japanese.
 */

/** What a clause says it will do. */
export type Act =
  | 'test'
  | 'verify'
  | 'review'
  | 'build'
  | 'lint'
  | 'typecheck'
  | 'format'
  | 'run'
  | 'start'
  | 'deploy'
  | 'install'
  | 'commit'
  | 'change'
  | 'create'
  | 'document'
  | 'generate'
  | 'research'
  | 'think'
  | 'communicate'
  | 'delegate'
  | 'mark'

/** Acts with words that stand for them, one language after another; the first that lists a word wins. */
type Vocabulary = readonly (readonly [act: Act, words: string])[]

/** Verbs at the start of a clause in languages that write words apart. */
const verbs: Vocabulary = [
  ['test', 'test retest exercise benchmark try'],
  ['test', 'testen teste tester testez probar prueba'],
  ['verify', 'verify validate check confirm ensure assert prove recheck reverify double-check re-verify'],
  ['verify', 'überprüfen prüfen verifizieren sicherstellen validieren kontrollieren bestätigen'],
  ['verify', 'vérifier vérifiez valider contrôler assurer confirmer'],
  ['verify', 'verificar verifica validar comprobar comprueba asegurar confirmar'],
  ['review', 'review audit inspect begutachten auditer réviser revisar auditar'],
  ['build', 'rebuild compile recompile kompilieren compiler compilar'],
  ['lint', 'lint'],
  ['typecheck', 'typecheck type-check'],
  ['format', 'format reformat fmt prettify formatieren formater formatear'],
  ['run', 'run rerun re-run execute invoke trigger perform reproduce profile measure seed'],
  ['run', 'ausführen durchführen exécuter exécutez lancer ejecutar ejecuta correr'],
  [
    'start',
    'start restart launch boot serve stop reload starten neustarten démarrer redémarrer iniciar reiniciar',
  ],
  ['deploy', 'deploy redeploy publish release ship upload'],
  ['deploy', 'bereitstellen ausrollen veröffentlichen déployer publier desplegar publicar'],
  ['install', 'install reinstall uninstall download fetch pull clone'],
  ['install', 'installieren herunterladen installer télécharger instalar descargar'],
  ['commit', 'commit push merge rebase stage squash committen pushen committer pousser'],
  [
    'change',
    'add fix update remove refactor change edit modify delete replace rename move extract convert improve enhance ' +
      'optimize optimise clean cleanup simplify integrate wire hook register expose pass handle support enable ' +
      'disable adjust correct resolve patch rewrite restructure reorganize reorganise split deduplicate dedupe wrap ' +
      'set configure setup connect apply extend upgrade bump port translate localize style align include exclude ' +
      'insert append introduce make allow prevent use switch drop strip revert restore rework revise tweak tighten ' +
      'centralize consolidate standardize standardise polish harden secure sanitize escape cache populate address ' +
      'reduce increase limit bind attach inject redesign expand adapt redirect unify deprecate override mock stub ' +
      'initialize initialise persist refuse reject block send render show hide animate memoize regenerate copy archive backport migrate sync',
  ],
  [
    'change',
    'hinzufügen beheben korrigieren ändern aktualisieren entfernen refaktorisieren verbessern anpassen ersetzen ' +
      'umbenennen einrichten konfigurieren einbauen umstellen',
  ],
  [
    'change',
    'ajouter corriger modifier supprimer retirer refactoriser améliorer remplacer renommer configurer intégrer',
  ],
  [
    'change',
    'añadir agregar corregir arreglar modificar eliminar quitar actualizar refactorizar mejorar reemplazar ' +
      'renombrar configurar cambiar integrar',
  ],
  ['create', 'create implement write develop scaffold author code define prototype build'],
  ['create', 'erstellen implementieren schreiben entwickeln anlegen umsetzen bauen'],
  [
    'create',
    'créer implémenter écrire développer construire crear implementar escribir desarrollar construir',
  ],
  ['document', 'document dokumentieren documenter documentar'],
  ['generate', 'generate produce output generieren ausgeben générer produire generar producir'],
  [
    'research',
    'analyze analyse investigate explore read study search find identify examine understand research look locate ' +
      'gather collect scan trace diagnose compare evaluate assess survey learn discover inventory map determine debug count calculate compute',
  ],
  ['research', 'analysieren untersuchen erforschen lesen suchen finden vergleichen verstehen ermitteln'],
  ['research', 'analyser examiner explorer lire chercher rechercher comparer comprendre identifier'],
  ['research', 'analizar investigar explorar leer buscar comparar entender identificar'],
  [
    'think',
    'design plan decide choose think brainstorm consider outline propose architect select prioritize decision',
  ],
  [
    'think',
    'entwerfen planen entscheiden concevoir planifier décider choisir diseñar planificar decidir elegir',
  ],
  [
    'communicate',
    'report summarize summarise present explain communicate inform notify answer reply recommend',
  ],
  ['communicate', 'suggest share tell describe recap brief ask discuss clarify'],
  [
    'communicate',
    'zusammenfassen berichten erklären résumer présenter expliquer resumir informar presentar explicar',
  ],
  ['delegate', 'delegate spawn dispatch assign orchestrate delegieren déléguer delegar'],
  ['mark', 'mark close finalize finalise finish complete conclude wrap abschließen terminer finalizar'],
]

/** Verbs of scripts without spaces; they stand at the clause's start or, in Japanese and in "对…进行测试", at its end. */
const unspacedVerbs: Vocabulary = [
  ['test', '测试 測試 テスト 试运行'],
  ['verify', '验证 驗證 检查 檢查 确认 確認 校验 核对 检验 検証 チェック 确保'],
  ['review', '审查 評審 评审 审核 复查 レビュー'],
  ['build', '构建 编译 ビルド コンパイル'],
  ['typecheck', '类型检查 型チェック'],
  ['format', '格式化'],
  ['run', '运行 執行 执行 実行'],
  ['start', '启动 重启 開啟 开启 起動'],
  ['deploy', '部署 发布 上线 デプロイ リリース'],
  ['install', '安装 下载 インストール'],
  ['commit', '提交 推送 合并 コミット プッシュ'],
  ['document', '编写文档 撰写文档'],
  [
    'change',
    '修复 添加 更新 重构 修改 删除 移除 优化 调整 改进 替换 重命名 增加 补充 完善 集成 配置 迁移 转换 清理 修正 改为 处理 支持 扩展 接入 统一 ' +
      '追加 削除 変更 改善 修復 対応 設定',
  ],
  ['create', '实现 實現 创建 编写 新增 新建 开发 搭建 実装 作成'],
  ['generate', '生成 输出 产出 整理 撰写 起草 出力'],
  ['research', '分析 调查 研究 阅读 查看 探索 了解 理解 对比 搜索 查找 定位 识别 梳理 收集 检索 調査 読む'],
  ['think', '设计 规划 选型 决定 选择 制定 构思 設計 計画 検討'],
  ['communicate', '总结 報告 报告 汇报 说明 解释 建议 要約 まとめ 説明'],
  ['delegate', '委派 分派 委托'],
  ['mark', '标记 完成'],
]

/** Nouns that stand for an act where a clause has no verb: "Unit tests", "Final verification", "Code review". */
const nouns: Vocabulary = [
  ['test', 'testing test tests'],
  [
    'verify',
    'verification validation check checks qa überprüfung prüfung vérification verificación comprobación',
  ],
  ['review', 'review audit inspection'],
  ['typecheck', 'typecheck typechecking'],
  ['build', 'build compilation'],
  ['lint', 'lint linting'],
  ['format', 'formatting'],
  ['deploy', 'deployment release rollout'],
  [
    'change',
    'implementation refactoring integration setup configuration cleanup optimization migration fix fixes',
  ],
  ['change', 'update updates implementierung umsetzung implementación'],
  ['document', 'documentation docs dokumentation documentación'],
  ['research', 'analysis investigation exploration research untersuchung análisis'],
  ['think', 'design planning architecture decision entwurf conception diseño'],
  ['communicate', 'report summary zusammenfassung bericht rapport résumé resumen informe'],
]

function mapOf(vocabulary: Vocabulary): ReadonlyMap<string, Act> {
  const map = new Map<string, Act>()
  for (const [act, words] of vocabulary) {
    for (const word of words.split(' ')) if (!map.has(word)) map.set(word, act)
  }
  return map
}

const verbActs = mapOf(verbs)
const nounActs = mapOf(nouns)
const unspacedActs = [...mapOf(unspacedVerbs)].sort((a, b) => b[0].length - a[0].length)

/** The act of a word as a verb in any of its common forms ("adds", "Testing", "verified"), or null. */
export function actOfVerb(word: string): Act | null {
  for (const form of formsOf(word.toLowerCase())) {
    const act = verbActs.get(form)
    if (act !== undefined) return act
  }
  return null
}

/** The act that a noun stands for, or null. */
export function actOfNoun(word: string): Act | null {
  return nounActs.get(word.toLowerCase()) ?? null
}

/** The act of a clause in a script without spaces and the verb that says it, from its start or else its end, or null. */
export function actOfUnspaced(clause: string): { readonly act: Act; readonly verb: string } | null {
  const rest = clause.replace(introductions, '')
  const end = clause.replace(endings, '')
  const atStart =
    unspacedActs.find(([verb]) => clause.startsWith(verb)) ??
    unspacedActs.find(([verb]) => rest.startsWith(verb))
  const atEnd = unspacedActs.find(([verb]) => end.endsWith(verb))
  // Japanese puts the verb last: テストを実行する runs the tests.
  const found = /\p{Script=Hiragana}/u.test(clause) ? (atEnd ?? atStart) : (atStart ?? atEnd)
  if (found === undefined) return null
  // "完成测试": the completing is the item's, the testing is the work.
  if (found[1] === 'mark' && rest !== clause && rest !== '')
    return actOfUnspaced(rest) ?? { act: 'mark', verb: found[0] }
  return { act: found[1], verb: found[0] }
}

const introductions = /^(?:请|进行|開始|开始|继续|最终|最后|完成|对|重新|全面|手动)+/u
const endings = /(?:する|します|した|を行う|一下|完成|工作|[\s。！!.])+$/u

/** The dictionary forms that an English verb form may come from. */
function formsOf(word: string): readonly string[] {
  const forms = [word]
  const cut = (ending: string, ...replacements: readonly string[]) => {
    if (!word.endsWith(ending) || word.length < ending.length + 2) return
    const stem = word.slice(0, -ending.length)
    for (const replacement of replacements) forms.push(stem + replacement)
    if (/([bdgklmnprtz])\1$/.test(stem)) forms.push(stem.slice(0, -1))
  }
  cut('ies', 'y')
  cut('ied', 'y')
  cut('es', '', 'e')
  cut('s', '')
  cut('ing', '', 'e')
  cut('ed', '', 'e')
  return forms
}
