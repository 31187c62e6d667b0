/** The program of a thread of an audit. Plain data alone passes between threads. */

import { workerData } from 'node:worker_threads'
import type { AuditRuleSettings, EvidenceSettings } from '@todo-ledger/audit'
import type { ProfileSettings, RedactionOptions } from '@todo-ledger/core'
import { profileNamed, type TodoSourceName } from '@todo-ledger/recordings'
import { repositoryOf } from '../config/audit-setup.js'
import { loadOwnProfile } from '../config/own-profile.js'
import { loadOwnRules } from '../config/own-rules.js'
import { answerTasks } from '../thread-pool.js'
import { type AuditAnswer, type AuditTask, FileAuditor } from './file-auditor.js'

/** How a thread audits: what is set up in the main thread, as plain data. */
export interface ThreadSetup {
  /** The profile in place of the one that recordings name, or null. */
  readonly profile: { readonly name: string; readonly settings: ProfileSettings } | null
  /** The module that it comes from where it is an own one; the thread loads it for itself. */
  readonly profileModule: string | undefined
  /** Where todos are also looked for, outside the todo tools. */
  readonly todos: readonly TodoSourceName[]
  /** Which secrets are taken out. */
  readonly redaction: RedactionOptions | false
  /** How rules are set. */
  readonly settings: AuditRuleSettings
  /** Own words and checks. */
  readonly evidence: EvidenceSettings
  /** The folder of the repository to look in, or undefined. */
  readonly repo: string | undefined
  /** The modules of own rules, in their order; each thread loads them for itself. */
  readonly modules: readonly string[]
  /** True: what `stats` counts is counted, too. */
  readonly tally: boolean
}

const setup: ThreadSetup = workerData
let auditor: Promise<FileAuditor> | null = null

async function newAuditor({
  modules,
  profile,
  profileModule,
  settings,
  evidence,
  repo,
  ...auditing
}: ThreadSetup): Promise<FileAuditor> {
  const ownRules = []
  for (const module of modules) ownRules.push(...(await loadOwnRules(module)))
  const own = profileModule === undefined ? null : await loadOwnProfile(profileModule)
  const named =
    own?.profile ?? (profile === null ? undefined : profileNamed(profile.name)?.with(profile.settings))
  const audit = { ownRules, settings, evidence, ...repositoryOf(repo) }
  return new FileAuditor({
    ...auditing,
    rules: own?.rules ?? [],
    ...(named === undefined ? {} : { profile: named }),
    audit,
  })
}

answerTasks<AuditTask, AuditAnswer>(async (task) => {
  auditor ??= newAuditor(setup)
  return (await auditor).answer(task)
})
