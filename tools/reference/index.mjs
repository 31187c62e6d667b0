// The pages of docs/reference/ that are made of the code.
import { auditRulesPage } from './audit-rules.mjs'
import { commandLine } from './command-line.mjs'
import { events } from './events.mjs'
import { http } from './http.mjs'
import { json } from './json.mjs'
import { profiles } from './profiles.mjs'
import { rules } from './rules.mjs'

/** Each page by its name. The packages are built. @returns {Promise<Record<string, string>>} */
export async function referencePages() {
  return {
    'audit-rules': auditRulesPage(),
    'command-line': await commandLine(),
    events: events(),
    http: await http(),
    json: json(),
    profiles: profiles(),
    rules: rules(),
  }
}
