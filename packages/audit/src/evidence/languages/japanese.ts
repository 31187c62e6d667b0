/** Japanese: the verb at a clause's end, or at its start; a script without spaces. */

import {
  defineLanguage,
  type Language,
  type UnspacedVerb,
  type UnspacedVerbs,
  type Vocabulary,
} from './language.js'

const verbs: Vocabulary = [
  ['test', 'テスト 試す'],
  ['verify', '確認 検証 チェック 点検'],
  ['review', 'レビュー 監査'],
  ['build', 'ビルド コンパイル'],
  ['typecheck', '型チェック'],
  ['format', 'フォーマット'],
  ['run', '実行 走らせる 走らせ 回す'],
  ['start', '停止 起動 再起動'],
  ['deploy', 'デプロイ リリース 公開'],
  ['install', 'インストール ダウンロード'],
  ['commit', 'コミット プッシュ マージ'],
  ['document', '文書化'],
  [
    'change',
    '修正 追加 削除 変更 改善 修復 対応 設定 移行 移動 置換 置き換える リファクタリング リファクタ 最適化 直す 修繕 統合 分割 改名 整形 抽出 ' +
      '導入 無効化 有効化 加える 変える',
  ],
  ['create', '実装 作成 書く 書き 作る 開発 構築 新規作成'],
  ['generate', '生成 整理 出力 準備'],
  ['research', '分析 調査 読む 調べる 特定 探す 把握 比較 検索 解析'],
  ['think', '設計 計画 検討 選ぶ 決める 選定'],
  ['communicate', '報告 要約 まとめる まとめ 説明 伝える'],
]

const introductions = /^(?:開始|最終|再度|まず|次に)+/u
const endings =
  /(?:することにする|するようにする|する|します|した|して|し|を行う|を行なう|を実施する?|[\s。！!.])+$/u
const goals = /しないようにする$|ないようにする$|できるようにする$/u

/** The verb that a clause ends in, or starts with. */
function verbIn(clause: string, verbs: UnspacedVerbs): UnspacedVerb | null {
  const goal = goals.exec(clause)
  if (goal !== null) return { act: 'change', verb: goal[0] }
  return (
    verbs.endOf(clause.replace(endings, '')) ??
    verbs.endOf(clause) ??
    verbs.startOf(clause) ??
    verbs.startOf(clause.replace(introductions, ''))
  )
}

/** What the audit knows of Japanese. */
export const japanese: Language = defineLanguage({
  name: 'Japanese',
  unspaced: { script: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, verbs, verbIn },
  words: {
    articles: '単体 全ての',
  },
  patterns: {
    testCheck: /テスト(?!環境|データ|コード)/iu,
    typeCheck: /型チェック/iu,
    buildCheck: /ビルド/iu,
    checkName: /テスト|リント/iu,
    kindOfTests: /^(?:単体|結合|統合|ユニット)テスト$/iu,
    denial: /禁止/iu,
    separator: /(?<=[\p{Script=Han}\p{Script=Katakana}ー])して(?![いおあくみ])(?=\p{L})/iu,
    stage: /^(?:第.{1,3}段|フェーズ|ステップ|段階)/iu,
    functional: /サンプルデータ|画面|動作|ページ|サーバ|起動|表示|ブラウザ/iu,
    codeProperty: /権限|エラー処理|エラーハンドリング|脆弱性|セキュリティ|命名規|コード/iu,
    proseThing: /計画|レポート|報告書|ドキュメント|資料/iu,
    gitThing: /ブランチ/iu,
    reviewNoun: /レビュー/iu,
    makeVerb: /作成/iu,
    writeVerb: /作成|書|作る/iu,
    turnedAway: /拒否/iu,
    reproduces: /再現/iu,
    pushed: /プッシュ/iu,
    endsInTests: /テスト/iu,
    dependencies: /依存/iu,
    decides: /決/iu,
    behindFile: /[をにのへ]/u,
    files: /ファイル/iu,
    removes: /削除/iu,
    everything: /全て|すべて/iu,
    places: /エンドポイント/iu,
    each: /全て/iu,
    creates: /作成/iu,
    absence: /残って|ない/iu,
    liveSystem: /ブラウザ|実機|手動/iu,
    loadTest: /負荷/iu,
    wholeCheck: /すべて|全て/iu,
    testsPassed: /テスト(?:は|が|も)?(?:すべて|全て|全部)?(?:通り|通過し|パスし|成功し)/iu,
    buildPassed: /ビルド(?:は|が|も)?(?:通り|成功し)/iu,
    noClaim: /なければ|べき|たら/iu,
    allOfIt: /すべて|全て/iu,
    handsOff: /(?:テスト|確認|起動|実行)してください/iu,
    admitsFailure: /失敗/iu,
    alreadyDone: /既に/iu,
    allDone: /すべて[^。\n]{0,10}(?:完了|終わりました)/iu,
    mendsNext: /修正/iu,
    mends: /修正|直す/iu,
    redOnPurpose: /再現|失敗/iu,
    notDone: /スキップ|失敗|保留|延期|該当なし/iu,
    all: /すべて|全て/iu,
    some: /一部/iu,
  },
})
