/** Terraform and OpenTofu. */

import { defineTool, type Tool } from '../tool.js'

/** Terraform and OpenTofu: what they applied, and what of a configuration is valid. */
const errors = [/^[│╷╵|]?\s{0,2}Error: /]

/** `terraform apply`. */
export const terraformApply: Tool = defineTool({
  id: 'terraform-apply',
  kind: 'deploy',
  programs: 'terraform tofu terragrunt',
  prints: /^(?:Apply|Destroy) complete! Resources: \d|^Apply cancelled\./m,
  success: [
    /^(?:Apply|Destroy) complete! Resources: \d/,
    /^No changes\. (?:Your infrastructure matches|Infrastructure is up-to-date)/,
  ],
  failed: errors,
  nothing: [/^(?:Apply|Destroy) cancelled\./],
})

/** `terraform validate` and `terraform plan`. */
export const terraformCheck: Tool = defineTool({
  id: 'terraform',
  kind: 'lint',
  programs: 'terraform tofu terragrunt',
  command: ({ program, words }) => /^(?:terraform|tofu)$/.test(program) && words.includes('plan'),
  prints: /^Success! The configuration is valid|^Plan: \d{1,6} to add, \d|^[│╷╵]\s{0,2}Error: /m,
  success: [
    /^Success! The configuration is valid/,
    /^Plan: \d{1,6} to add, \d/,
    /^No changes\. Your infrastructure matches/,
  ],
  failed: errors,
})
