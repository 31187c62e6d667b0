import { describe, expect, it } from 'vitest'
import { sketch, tableOf } from './evidence-item-sketch.js'

/** Own texts with what they promise, written before it was known what the code makes of them. */
const promises = {
  'change: write': `
    修复日历中的错误
    第二步：添加导出按钮
    阶段2：添加导出按钮
    步骤 3：添加导出按钮
    1、添加导出按钮
    【P1】添加导出按钮
    [P1] 添加导出按钮
    实现搜索功能
    搜索功能的实现
    编写单元测试
    为解析器编写测试
    给日历添加按钮
    更新 README.md
    将常量移动到单独的模块
    把回调改为 Promise
    重构支付模块
    删除无用代码
    数据库迁移
    不再记录令牌
    错误修复
    在页头添加搜索框
  `,
  'verify: check test runOnly': `
    运行测试
    执行单元测试
    运行所有测试
    跑测试
    重新运行测试
  `,
  'verify: check test': `
    确保所有测试通过
    验证测试通过
    单元测试
  `,
  'verify: check functional': `
    测试登录页面
    测试导出功能
    验证页面能正常加载
    确认服务已启动
    在浏览器中验证页面
    登录页面测试
    功能测试
  `,
  'verify: check': `
    验证修复
    验证修改结果
    最终验证
    检查结果
  `,
  'verify: inspection': `
    检查权限
    检查错误处理
    检查代码规范
  `,
  'verify: check build': `
    构建项目
    编译项目
    验证构建成功
  `,
  'verify: check typecheck runOnly': `
    运行类型检查
  `,
  'verify: check typecheck': `
    类型检查
  `,
  'verify: check test runOnly + check typecheck runOnly': `
    运行测试和类型检查
    运行测试、类型检查
  `,
  'research: inspection': `
    代码审查
    审查支付模块
    复查代码
  `,
  'research: reading': `
    分析慢查询
    对慢查询进行分析
    阅读现有代码
    查找旧接口的使用位置
    了解路由的工作方式
    调研消息队列
    定位问题原因
    需求分析
  `,
  'think: prose': `
    设计缓存架构
    制定迁移计划
    架构设计
    选择数据库
  `,
  'communicate: prose': `
    总结修改
    编写总结报告
    汇报结果
    生成测试报告
    说明差异
    撰写文档
  `,
  'execute: execute': `
    启动开发服务器
    重启服务
    部署到生产环境
    安装依赖
    提交代码
    推送到远程仓库
    下载数据集
    创建分支
  `,
  'execute: execute runOnly': `
    运行导入脚本
  `,
  'change: write + check functional': `
    修复表单并测试页面
    实现搜索，然后测试
  `,
}

describe('the promise of an item in Chinese', () => {
  it.each(tableOf(promises))('%s', (text, promise) => {
    expect(sketch(text)).toBe(promise)
  })
})
