import { describe, expect, it } from 'vitest'
import { sketch, tableOf } from './evidence-item-sketch.js'

/** Own texts with what they promise, written before it was known what the code makes of them. */
const promises = {
  'change: write': `
    バグを修正する
    フェーズ2: ボタンを追加する
    ステップ3：ボタンを追加
    検索機能を実装する
    検索機能の実装
    検索機能を実装
    テストを書く
    単体テストを作成する
    テストコードを追加
    READMEを更新する
    不要なコードを削除
    定数の名前を変更する
    データベースの移行
    データベースを移行する
    支払いモジュールをリファクタリングする
    設定を変更
    トークンをログに出力しないようにする
  `,
  'verify: check test runOnly': `
    テストを実行する
    テストを実行
    テストの実行
    単体テストを実行する
    全てのテストを走らせる
  `,
  'verify: check test': `
    テストが通ることを確認する
    すべてのテストが成功することを確認
    単体テスト
  `,
  'verify: check functional': `
    ログインページをテストする
    ログイン画面のテスト
    動作確認
    サーバーが起動することを確認する
    ページが表示されることを確認
    ブラウザで動作を確認する
  `,
  'verify: check': `
    修正を確認する
    変更を検証する
    最終確認
  `,
  'verify: inspection': `
    権限を確認する
    エラー処理を確認する
  `,
  'verify: check build': `
    プロジェクトをビルドする
    ビルドが通ることを確認する
  `,
  'research: inspection': `
    コードレビュー
    コードをレビューする
  `,
  'research: reading': `
    コードを調査する
    既存コードを分析
    原因を調べる
    ドキュメントを読む
    原因の特定
  `,
  'think: prose': `
    アーキテクチャを設計する
    移行を計画する
    データベースを選ぶ
  `,
  'communicate: prose': `
    結果をまとめる
    結果を報告する
    レポートを作成する
    違いを説明する
  `,
  'execute: execute': `
    サーバーを起動する
    サービスを再起動する
    本番環境にデプロイする
    依存関係をインストールする
    変更をコミットする
    ブランチを作成する
  `,
  'change: write + check functional': `
    フォームを修正し、ページをテストする
    フォームを修正してテストする
  `,
}

describe('the promise of an item in Japanese', () => {
  it.each(tableOf(promises))('%s', (text, promise) => {
    expect(sketch(text)).toBe(promise)
  })
})
