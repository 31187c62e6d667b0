/** What an item's verb is done to, where the thing decides what meets it: a running thing, a property of code, a text. */

/** What a running thing is called, and what it is seen to do. */
const functionalEnglish =
  /\b(?:works?|working|runs?|running|functional(?:ity|ities)?|behaviou?rs?|pages?|ui|ux|visual(?:ly)?|screens?|browsers?|end[- ]to[- ]end|e2e|endpoints?|apis?|services?|servers?|deploy(?:ment|s|ed)?|commands?|cli|stream(?:s|ing)?|render(?:s|ing|ed)?|displays?|logins?|flows?|environment|containers?|responses?|performance|runtime|live|production|staging|websites?|sites?|connection|connectivity|successfully|starts?|restarts?|redirects?|launch(?:es)?|simulators?|emulators?|devices?|phones?|hardware|board|responsive|interactions?|navigation|clicks?|prints|shows|loads?|loading|queries|migrations?|backfills?|sync|returns?|status|health(?:y)?|(?:with|on|using) (?:an? |the |some |our )?(?:sample|example|real|dummy|realistic|production|live) (?:data|files?|inputs?|documents?|records?|requests?))\b|\b(?:20[0-6]|30[1278]|4[0-2]\d|50[0-4])\b(?!\s*(?:lines?|loc|characters|chars|words|columns|ms|kb)\b)/iu
const functionalForeign =
  /beispieldaten|echtdaten|testdaten|données d['’](?:exemple|essai)|datos de (?:ejemplo|prueba)|dados de (?:exemplo|teste)|dati di (?:esempio|prova)|示例数据|样例数据|真实数据|サンプルデータ|실제 데이터|功能|页面|界面|接口|服务|部署|运行|启动|加载|效果|交互|登录|流程|浏览器|画面|動作|ページ|サーバ|起動|表示|ブラウザ|페이지|서버|실행|브라우저|동작|화면|서비스|(?<!\p{L})(?:\p{L}*seiten?|oberfläche|dienste?|läuft|funktion(?:iert|en)?|startet|lädt|schnittstelle|anzeige|angezeigt|serveur|démarre|fonctionn\p{L}*|affich\p{L}*|navigateur|página|pagina|servidor|servicio|serviço|servizio|navegador|funciona\p{L}*|funzion\p{L}*|arranca|inicia|avvii?a?|carga|carrega|caric[ah]\p{L}*|страниц\p{L}*|сервер\p{L}*|сервис\p{L}*|работ\p{L}*|запуска\p{L}*|браузер\p{L}*|экран\p{L}*)(?!\p{L})/iu

/** What can only be read off the code: no run shows it. */
const codePropertiesEnglish =
  /\b(?:secur(?:e|ity)|vulnerabilit(?:y|ies)|injections?|xss|csrf|leak(?:s|age)?|exposure|disclosure|sensitive|secrets?|hard-?coded|permissions?|authori[sz]ation|validation|saniti[sz](?:ation|ed)|error[- ]handling|logging|audit(?:s|ing)?|rate[- ]limit(?:s|ing)?|memory leaks?|race conditions?|attacks?|protection|typing|any|naming|conventions?|complian(?:t|ce)|criteria|completeness|documentation|polic(?:y|ies)|accessibility|fail-?closed|quality|best practices|code|prepared statements?|parameteri[sz](?:ed|ation))\b/iu
const codePropertiesForeign =
  /校验|隐患|的\S{0,8}问题$|安全|漏洞|权限|规范|代码|错误处理|异常处理|敏感|権限|エラー処理|エラーハンドリング|脆弱性|セキュリティ|命名规|命名規|コード|권한|(?:오류|에러|예외) ?처리|보안|취약점|코드|(?<!\p{L})(?:geheimnis\p{L}*|berechtigung\p{L}*|fehlerbehandlung|\p{L}*validierung|sicherheit\p{L}*|schwachstelle\p{L}*|gestion des erreurs|sécurité|droits d|validation des|permisos|manejo de errores|secretos?|seguridad|permissões|tratamento de erros|segredos?|segurança|permessi|gestione degli errori|segreti|sicurezza|права доступа|прав доступа|обработк\p{L}+ ошибок|секрет\p{L}*|безопасност\p{L}*|уязвимост\p{L}*)(?!\p{L})/iu

/** What is as well read off the code as off a run: a limit, an absence, a structure. */
const properties =
  /\b(?:validates?|limits?|cleanup|types?|styles?|consisten(?:t|cy)|coverage|requirements?|docs|imports?|exports?|dependenc(?:y|ies)|configurations?|config|structure|schemas?|usages?|references?|existing|exists?|whether|if|no|nothing|none|refers?|mentions?|leftovers?|remains?|under|fewer|less|lines|headers?|prevention|patterns?|practices?|format|integrity|correctness|definitions?|compatib(?:le|ility)|expectations?|assumptions?)\b|类型|实现|是否|一致/iu

/** How a verification of a thing is met: by a run that shows it, by any check, or by reading as well. */
export function sightOf(object: string): 'functional' | 'bare' | 'inspection' {
  const functional = functionalEnglish.test(object) || functionalForeign.test(object)
  if (codePropertiesEnglish.test(object) || codePropertiesForeign.test(object)) return 'inspection'
  if (functional) return 'functional'
  return properties.test(object) ? 'inspection' : 'bare'
}

/** Words behind "build" that make it a run of the build, not the making of a thing. */
const builtThings =
  /^(?:(?:the|and|all|full|production|final|release|docker|das|den|le|el|il|o)\s+)*(?:$|(?:project|app|application|frontend|front-end|backend|code|packages?|images?|binary|binaries|release|solution|workspace|everything|again|it|cli|client|server|all|test|bundle|site|gems?|wheels?|sdist|debs?|rpms?|jars?|apks?|ipas?|docs|installers?|firmware|for\b|succe\w*|pass\w*|to verify|without errors|projekt|anwendung)\b)/iu

/** True where building the thing is a run of the build. */
export function isBuilt(object: string): boolean {
  return builtThings.test(object)
}

/** Things that are written for people to read. */
const proseThings =
  /\b(?:reports?|summar(?:y|ies)|diagrams?|analys[ie]s|overview|plans?|proposals?|recommendations?|suggestions?|findings|notes?|guides?|docs?|documents?|documentation|assessments?|reviews?|checklists?|explanation|write-?up|conclusions?|roadmap|options|spec(?:ification)?s?|design|rapports?|informes?|resumen)\s*$|\blists? of\b|(?<!\p{L})(?:\p{L}*berichte?|\p{L}*dokumentation|zusammenfassung|résumé|informe final|rapport final|relazione|documentazione|riepilogo|relatório|documentação|documentación|отч[её]т\p{L}*|документаци\p{L}*|сводк\p{L}*)\s*$|报告|总结|方案|图|建议|摘要|文档|清单|計画|レポート|報告書|ドキュメント|資料|보고서|문서/iu

/** True where the head of an object is written for people; "a diagram of the flow" is a diagram. */
export function isProse(head: string): boolean {
  const [thing = head] = head.split(/\s(?:of|von|de|du|del|della|di|do|da)\s/iu, 1)
  return proseThings.test(head) || proseThings.test(thing)
}

const gitThings =
  /\b(?:branch(?:es)?|commits?|pr|pull[- ]requests?|merge[- ]requests?|tags?|issues?|releases?|worktrees?|repo(?:sitory)?|rama|branche|zweig)\b|分支|提交|ブランチ|브랜치|ветк[уиа]/iu

/** True for branches, commits, pull requests and the like, which commands make. */
export function isGitThing(head: string): boolean {
  return gitThings.test(head)
}

/** True for what "delete" takes from git: a deleted issue or release may as well be one of the program. */
export function isGitBranch(head: string): boolean {
  return /^(?:\S+\s+){0,4}(?:branch(?:es)?|worktrees?)$/iu.test(head.trim())
}

/** Said of a run whose point is that it comes out well. */
const purpose =
  /\b(?:to|and|that|if|until|ensur\w+|make sure)\s+(?:verify|ensure|confirm|validate|check|make sure|no)\b|\b(?:pass(?:es|ing)?|succe\w+|green|clean|works?|fixes|no (?:\w+ )?errors?)\b|通过|成功|确保|验证|성공|통과/iu

/** True where a run is to come out well, not only to be made. */
export function hasPurpose(object: string): boolean {
  return purpose.test(object)
}

/** What comes out of a review by itself: "an audit", "eine Code-Review". */
const reviews =
  /\b(?:audit|review|analysis|inspection|assessment)\b|\p{L}*(?:audit|-review)$|(?<!\p{L})(?:revisi[óo]n|revisão|revisione|revue|audit\p{L}*|аудит\p{L}*|ревью)(?!\p{L})|审查|审计|レビュー|검토/iu

/** True where what is run is a review. */
export function isReview(object: string): boolean {
  return reviews.test(object)
}

const madeAnew = /\b(?:on top of|from scratch|around|based on|as an?)\b/iu

/** True where "rebuild" makes something anew, on top of another thing, and runs no build. */
export function isMadeAnew(object: string): boolean {
  return madeAnew.test(object)
}

const applied =
  /^(?:\W|the |all |new |pending |la |las |os? |as? |les? |die |das |ef |db |database |prisma |alembic |django )*(?:migra(?:tions?|ci[oó]n(?:es)?|ç(?:ão|ões)|zion[ei])|migrationen|terraform|manifests?)\b(?! (?:files?|patterns?|logic|style))|\bto (?:the )?(?:\w+ )?(?:database|db|cluster)$/iu

/** True for what a command brings to a running system: migrations, manifests. */
export function isApplied(object: string): boolean {
  return applied.test(object)
}

const broughtOut =
  /^\W*$|\b(?:packages?|releases?|versions?|npm|pypi|crates?|registr(?:y|ies)|images?|sites?|websites?|pages?|apps?|docs?|documentation|store|artifacts?|modules?|librar(?:y|ies)|extensions?|plugins?|builds?|articles?|posts?|blog|gems?|charts?|to\b|v?\d+\.\d+)/iu

/** True for what is published to people, not by a program. */
export function isBroughtOut(object: string): boolean {
  return broughtOut.test(object)
}

const withSomebody =
  /\bwith (?:the |our |my )?(?:users?|customers?|clients?|team|stakeholders?|reviewers?|maintainers?|owner|product|legal|designers?|you|them)$/iu

/** True where somebody is asked: "Confirm the copy with the user". */
export function isWithSomebody(object: string): boolean {
  return withSomebody.test(object)
}
