/** Chinese: verbs at a clause's start, behind its object, or at its end; a script without spaces. */

import {
  defineLanguage,
  type Language,
  type UnspacedVerb,
  type UnspacedVerbs,
  type Vocabulary,
} from './language.js'

const verbs: Vocabulary = [
  ['test', '测试 測試 试运行 联调'],
  ['verify', '验证 驗證 检查 檢查 确认 校验 核对 核实 检验 确保 保证'],
  ['review', '审查 評審 评审 审核 审计 复查 审阅'],
  ['build', '构建 编译 打包'],
  ['typecheck', '类型检查'],
  ['format', '格式化'],
  ['run', '运行 執行 执行 跑'],
  ['start', '启动 重启 開啟 开启'],
  ['deploy', '部署 发布 上线 回滚'],
  ['install', '安装 下载'],
  ['commit', '提交 推送 合并'],
  ['document', '编写文档 撰写文档'],
  [
    'change',
    '设置 重写 提升 初始化 修复 修補 添加 更新 重构 修改 删除 移除 优化 调整 改进 替换 重命名 增加 补充 完善 集成 配置 迁移 转换 清理 修正 ' +
      '改为 改成 处理 支持 扩展 接入 统一 移动 拆分 解决 升级 隐藏 去掉 去除 抽取 提取 封装 简化 禁用 启用 恢复',
  ],
  ['create', '实现 實現 创建 编写 新增 新建 开发 搭建 写'],
  ['generate', '生成 输出 产出 整理 撰写 起草'],
  [
    'research',
    '分析 读取 诊断 调查 调研 研究 阅读 查看 探索 了解 理解 对比 搜索 查找 定位 识别 梳理 收集 检索 排查 熟悉 比较',
  ],
  ['think', '设计 规划 选型 决定 选择 制定 构思 確定方案'],
  ['communicate', '与用户确认 和用户确认 向用户确认 总结 报告 汇报 说明 解释 建议 反馈'],
  ['delegate', '委派 分派 委托'],
  ['mark', '标记 完成'],
]

const introductions =
  /^(?:请|进行|开始|继续|最终|最后|完成|重新|全面|手动|自动|深度|深入|详细|统一地|先|再|并|然后|接着|后)+/u
const prepositions = /^[为给将把在对从向让使针基]/u
const endings = /(?:一下|完成|作业|工作|任务|[\s。！!.])+$/u
const goals = /^不再|^避免|^防止/u
/** Verbs that are no part of a noun, so that they speak from the middle of a clause: 按钮添加 aria-label. */
const strong = /(?<=\p{L}{2})(?:添加|修复|改为|改成|增加|移除|删除|替换|新增)(?=.)/u

/** The verb at a clause's start, behind its object, or at its end. */
function verbIn(clause: string, verbs: UnspacedVerbs): UnspacedVerb | null {
  // 环境变量检测 is as well a check as the program's own detection.
  if (clause.endsWith('检测')) return null
  const goal = goals.exec(clause)
  if (goal !== null) return { act: 'change', verb: goal[0] }
  const rest = clause.replace(introductions, '')
  const start = verbs.startOf(clause) ?? verbs.startOf(rest)
  const end = verbs.endOf(clause.replace(endings, '')) ?? verbs.endOf(clause)
  const found = inner(rest, verbs) ?? nominal(clause, end) ?? start ?? end ?? inside(rest)
  // "完成测试": the completing is the item's, the testing is the work.
  if (found?.act === 'mark' && rest !== clause && rest !== '') return verbIn(rest, verbs) ?? found
  return found
}

function inside(clause: string): UnspacedVerb | null {
  const verb = strong.exec(clause)?.[0]
  return verb === undefined ? null : { act: 'change', verb }
}

/** "X的实现": the noun behind 的 is what is done. */
function nominal(clause: string, end: UnspacedVerb | null): UnspacedVerb | null {
  return end !== null && clause.replace(endings, '').endsWith(`的${end.verb}`) ? end : null
}

/** Behind a preposition and its noun: 在浏览器中验证页面, 给日历添加按钮; with 进行 the verb behind it. */
function inner(clause: string, verbs: UnspacedVerbs): UnspacedVerb | null {
  const carried = /进行(.+)$/u.exec(clause)?.[1]
  if (carried !== undefined && clause.length < 80) {
    const verb = verbs.startOf(carried)
    if (verb !== null) return verb
  }
  if (!prepositions.test(clause) || verbs.startOf(clause) !== null) return null
  for (let at = 2; at < Math.min(clause.length, 40); at += 1) {
    const verb = verbs.startOf(clause.slice(at))
    if (verb !== null && verb.act !== 'mark' && at + verb.verb.length < clause.length) return verb
  }
  return null
}

/** What the audit knows of Chinese. */
export const chinese: Language = defineLanguage({
  name: 'Chinese',
  unspaced: { script: /\p{Script=Han}/u, verbs, verbIn },
  words: {
    articles: '所有 单元',
    numbers: '两个 三个 四个 五个 六个 七个 八个',
  },
  patterns: {
    testCheck: /测试(?!环境|数据|结果|报告|计划|用例|文件)/iu,
    typeCheck: /类型检查/iu,
    buildCheck: /构建|编译/iu,
    formatCheck: /格式化/iu,
    checkName: /测试|类型检查|构建/iu,
    kindOfTests: /^(?:单元|集成|回归|端到端|自动化)测试$/iu,
    denial: /不要(?!な)|别|勿/iu,
    separator: /\s*(?:并且|然后|并|以及|接着)\s*/iu,
    listSign: /以及|[和与及]/iu,
    stage: /^(?:第.{1,3}[步阶段]|阶段|步骤|任务)/iu,
    functional:
      /示例数据|样例数据|真实数据|功能|页面|界面|接口|服务|部署|运行|启动|加载|效果|交互|登录|流程|浏览器/iu,
    codeProperty: /校验|隐患|的\S{0,8}问题$|安全|漏洞|权限|规范|代码|错误处理|异常处理|敏感|命名规/iu,
    property: /类型|实现|是否|一致/iu,
    proseThing: /报告|总结|方案|图|建议|摘要|文档|清单/iu,
    gitThing: /分支|提交/iu,
    successPurpose: /通过|成功|确保|验证/iu,
    reviewNoun: /审查|审计/iu,
    makeVerb: /创建|新建/iu,
    writeVerb: /编写|撰写|写|创建|新建/iu,
    turnedAway: /拒绝/iu,
    notThere: /不存在/iu,
    noSuchFile: /没有那个文件或目录/iu,
    commandNotFound: /未找到命令/iu,
    invalidOption: /无效的选项/iu,
    passedMark: /成功|通过/iu,
    failedCount: /失败/iu,
    failedMark: /失败/u,
    keepsFailures: /失败|错误/iu,
    reproduces: /复现/iu,
    pushed: /推送/iu,
    documentThing: /文档|报告|方案|计划/iu,
    endsInTests: /测试|测试用例/iu,
    dependencies: /依赖/iu,
    decides: /选/iu,
    counter: /[个项处条次]/u,
    behindFile: /更/u,
    files: /文件/iu,
    removes: /移除|删除|去掉/iu,
    everything: /所有|全部/iu,
    places: /接口|页面/iu,
    each: /所有|每个|全部/iu,
    creates: /创建|新建|新增|编写/iu,
    absence: /没有|残留|无|未/iu,
    liveSystem: /浏览器|手动|真机|模拟器/iu,
    loadTest: /压测|性能/iu,
    endToEnd: /端到端/iu,
    wholeCheck: /全部|所有|完整/iu,
    testsPassed:
      /测试(?:用例)?(?:已经?|均|都|全部|也|现在)*(?:通过(?!率)|成功)|通过了?(?:所有|全部)的?测试/iu,
    buildPassed: /(?:构建|编译)(?:已经?|均|都|全部|也|现在)*(?:通过|成功)/iu,
    typesPassed: /类型检查(?:已经?|均|都|全部|也|现在)*(?:通过|成功)/iu,
    deployed: /部署(?:已经?|已)?(?:成功|完成)|(?:已|成功)(?:经)?部署(?:到|至|成功|完成)/iu,
    noTrouble: /无(?:任何)?(?:错误|失败)|没有(?:任何)?(?:错误|失败)|0\s*个?(?:错误|失败)/iu,
    noClaim: /未|没有|不|失败|错误|如果|需要|应该|确保|将|待|请|是否|计划|之后|等|若/iu,
    ownRun: /我(?:已经?)?(?:运行|执行|部署|测试|构建)/iu,
    allOfIt: /所有|全部|均|都/iu,
    askedFor: /验收|标准|要求|计划|目标|步骤/iu,
    handsOff:
      /(?:可以|请|您可以|你可以|现在可以)[^。\n]{0,30}(?:测试|验证|运行|启动|查看|刷新|访问|尝试|检查)/iu,
    admitsFailure: /失败|无法|未通过|报错|错误/iu,
    alreadyDone: /已经(?:存在|实现|完成|包含|有|配置|支持)|无需(?:修改|更改|改动)/iu,
    allDone: /(?:所有|全部)[^。？未\n]{0,12}(?:完成|实现)/iu,
    mendsNext: /修复|解决|诊断|分析.{0,6}结果/iu,
    mendsFindings: /修复.{0,10}(?:问题|错误|失败|bug)/iu,
    mends: /修复|解决/iu,
    redOnPurpose: /复现|重现|失败/iu,
    notDone: /跳过|失败|已取消|推迟|暂缓|不适用/iu,
    looks: /查看|看一?下|浏览/iu,
    all: /所有|全部|每个|整个|全面/iu,
    some: /部分|一些|主要|关键|几个|基本/iu,
    tries: /尝试|部分|大致|简单|占位/iu,
  },
})
