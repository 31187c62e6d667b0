/** Chinese and Japanese: verbs in scripts without spaces, at a clause's start, behind its object, or at its end. */

import { type Act, mapOf, type Vocabulary } from './act.js'

const words: Vocabulary = [
  ['test', '测试 測試 テスト 试运行 联调 試す'],
  ['verify', '验证 驗證 检查 檢查 确认 確認 校验 核对 核实 检验 検証 チェック 确保 保证 点検'],
  ['review', '审查 評審 评审 审核 审计 复查 审阅 レビュー 監査'],
  ['build', '构建 编译 打包 ビルド コンパイル'],
  ['typecheck', '类型检查 型チェック'],
  ['format', '格式化 フォーマット'],
  ['run', '运行 執行 执行 実行 跑 走らせる 走らせ 回す'],
  ['start', '启动 重启 開啟 开启 停止 起動 再起動'],
  ['deploy', '部署 发布 上线 回滚 デプロイ リリース 公開'],
  ['install', '安装 下载 インストール ダウンロード'],
  ['commit', '提交 推送 合并 コミット プッシュ マージ'],
  ['document', '编写文档 撰写文档 文書化'],
  [
    'change',
    '设置 重写 提升 初始化 修复 修補 添加 更新 重构 修改 删除 移除 优化 调整 改进 替换 重命名 增加 补充 完善 集成 配置 迁移 转换 清理 修正 改为 改成 处理 支持 扩展 接入 ' +
      '统一 移动 拆分 解决 升级 隐藏 去掉 去除 抽取 提取 封装 简化 禁用 启用 恢复 追加 削除 変更 改善 修復 対応 設定 移行 移動 置換 置き換える リファクタリング ' +
      'リファクタ 最適化 直す 修繕 統合 分割 改名 整形 抽出 導入 無効化 有効化 加える 変える',
  ],
  ['create', '实现 實現 创建 编写 新增 新建 开发 搭建 写 実装 作成 書く 書き 作る 開発 構築 新規作成'],
  ['generate', '生成 输出 产出 整理 撰写 起草 出力 準備'],
  [
    'research',
    '分析 读取 诊断 调查 调研 研究 阅读 查看 探索 了解 理解 对比 搜索 查找 定位 识别 梳理 收集 检索 排查 熟悉 比较 調査 読む 調べる 特定 探す 把握 比較 検索 解析',
  ],
  ['think', '设计 规划 选型 决定 选择 制定 构思 確定方案 設計 計画 検討 選ぶ 決める 選定'],
  [
    'communicate',
    '与用户确认 和用户确认 向用户确认 总结 報告 报告 汇报 说明 解释 建议 反馈 要約 まとめる まとめ 説明 伝える',
  ],
  ['delegate', '委派 分派 委托'],
  ['mark', '标记 完成'],
]

const acts = [...mapOf(words)].sort((a, b) => b[0].length - a[0].length)

/** What a clause in a script without spaces does: the act and the verb that says it. */
export interface UnspacedVerb {
  /** The act. */
  readonly act: Act
  /** The verb, as written in the clause. */
  readonly verb: string
}

const introductions =
  /^(?:请|进行|開始|开始|继续|最终|最后|完成|重新|全面|手动|自动|深度|深入|详细|统一地|先|再|并|然后|接着|后|最終|再度|まず|次に)+/u
const prepositions = /^[为给将把在对从向让使针基]/u
const endings =
  /(?:することにする|するようにする|する|します|した|して|し|を行う|を行なう|を実施する?|一下|完成|作业|工作|任务|[\s。！!.])+$/u
const goals = /しないようにする$|ないようにする$|できるようにする$|^不再|^避免|^防止/u

/** The verb of a clause in a script without spaces, or null. */
export function unspacedVerb(clause: string): UnspacedVerb | null {
  // 环境变量检测 is as well a check as the program's own detection.
  if (clause.endsWith('检测')) return null
  const goal = goals.exec(clause)
  if (goal !== null) return { act: 'change', verb: goal[0] }
  const rest = clause.replace(introductions, '')
  const start = startingWith(clause) ?? startingWith(rest)
  const end = endingIn(clause.replace(endings, '')) ?? endingIn(clause)
  const found = isJapanese(clause)
    ? (end ?? start)
    : (inner(rest) ?? nominal(clause, end) ?? start ?? end ?? inside(rest))
  // "完成测试": the completing is the item's, the testing is the work.
  if (found?.act === 'mark' && rest !== clause && rest !== '') return unspacedVerb(rest) ?? found
  return found
}

function isJapanese(clause: string): boolean {
  return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(clause)
}

function startingWith(clause: string): UnspacedVerb | null {
  return verbFor(acts.find(([verb]) => clause.startsWith(verb)))
}

function endingIn(clause: string): UnspacedVerb | null {
  return verbFor(acts.find(([verb]) => clause.endsWith(verb)))
}

function verbFor(entry: readonly [string, Act] | undefined): UnspacedVerb | null {
  return entry === undefined ? null : { act: entry[1], verb: entry[0] }
}

/** Verbs that are no part of a noun, so that they speak from the middle of a clause: 按钮添加 aria-label. */
const strong = /(?<=\p{L}{2})(?:添加|修复|改为|改成|增加|移除|删除|替换|新增)(?=.)/u

function inside(clause: string): UnspacedVerb | null {
  const verb = strong.exec(clause)?.[0]
  return verb === undefined ? null : { act: 'change', verb }
}

/** "X的实现": the noun behind 的 is what is done. */
function nominal(clause: string, end: UnspacedVerb | null): UnspacedVerb | null {
  return end !== null && clause.replace(endings, '').endsWith(`的${end.verb}`) ? end : null
}

/** Behind a preposition and its noun: 在浏览器中验证页面, 给日历添加按钮; with 进行 the verb behind it. */
function inner(clause: string): UnspacedVerb | null {
  const carried = /进行(.+)$/u.exec(clause)?.[1]
  if (carried !== undefined && clause.length < 80) {
    const verb = startingWith(carried)
    if (verb !== null) return verb
  }
  if (!prepositions.test(clause) || startingWith(clause) !== null) return null
  for (let at = 2; at < Math.min(clause.length, 40); at += 1) {
    const verb = startingWith(clause.slice(at))
    if (verb !== null && verb.act !== 'mark' && at + verb.verb.length < clause.length) return verb
  }
  return null
}
