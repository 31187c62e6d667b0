/** The `event_msg` lines of a rollout: what Codex shows its user beside what the model sees. */

import { arrayIn, type JsonObject, objectIn, objectsOf, stringIn } from '../../json-value.js'
import { statedUsage, type TokenUsage } from '../../token-usage.js'
import { isFinal } from './agent-status.js'
import { textOfContent } from './outcome.js'
import type { CodexRecord, EndedCall } from './record.js'

/** Events that repeat what an item says, or hold nothing of the conversation. */
const eventsOfNothing: ReadonlySet<string> = new Set(
  `agent_message_content_delta agent_message_delta agent_reasoning agent_reasoning_delta agent_reasoning_raw_content
  agent_reasoning_raw_content_delta agent_reasoning_section_break apply_patch_approval_request background_event
  collab_agent_interaction_begin collab_agent_interaction_end collab_agent_spawn_begin collab_close_begin
  collab_resume_begin collab_resume_end collab_waiting_begin deprecation_notice dynamic_tool_call_request
  dynamic_tool_call_response elicitation_abandoned elicitation_request entered_review_mode environment_connected
  environment_disconnected error exec_approval_request exec_command_begin
  exec_command_output_delta exited_review_mode get_history_entry_response guardian_assessment guardian_warning
  hook_completed hook_started image_generation_begin image_generation_end item_started
  list_custom_prompts_response list_skills_response mcp_list_tools_response mcp_startup_complete mcp_startup_update
  mcp_tool_call_begin model_reroute model_verification patch_apply_begin patch_apply_updated plan_delta plan_update
  raw_response_completed raw_response_item reasoning_content_delta reasoning_raw_content_delta remote_skill_downloaded request_permissions
  request_user_input safety_buffering session_configured shutdown_complete skills_update_available stream_error
  stream_info terminal_interaction thread_goal_updated thread_name_updated thread_queue_changed thread_settings_applied token_usage turn_diff turn_moderation_metadata undo_completed undo_started
  view_image_tool_call warning web_search_begin web_search_end`.split(/\s+/),
)

const nothing: CodexRecord = { kind: 'nothing' }

/** Narrows one event. */
export function eventRecord(event: JsonObject): CodexRecord {
  const type = stringIn(event, 'type')
  switch (type) {
    case null:
      return { kind: 'unreadable', reason: 'an event without a type' }
    case 'user_message': {
      const kind = stringIn(event, 'kind') ?? 'plain'
      return kind === 'plain' ? { kind: 'shown-input', text: stringIn(event, 'message') ?? '' } : nothing
    }
    case 'agent_message':
      return { kind: 'shown-answer', text: stringIn(event, 'message') ?? '' }
    case 'task_started':
    case 'turn_started':
      return { kind: 'task-started' }
    case 'task_complete':
    case 'turn_complete':
    case 'thread_rolled_back':
      return { kind: 'task-over' }
    case 'turn_aborted':
      return { kind: 'task-aborted' }
    case 'token_count':
      return countOf(event)
    case 'context_compacted':
      return { kind: 'compacted', summary: null }
    case 'exec_command_end':
    case 'patch_apply_end':
    case 'mcp_tool_call_end':
      return endOf(event)
    case 'item_completed':
      return endOfItem(objectIn(event, 'item') ?? {})
    default:
      if (type === 'sub_agent_activity') {
        return activityOf(event)
      }
      if (type.startsWith('collab_')) {
        return agentsOf(type, event)
      }
      return eventsOfNothing.has(type) || type.startsWith('realtime_')
        ? nothing
        : { kind: 'unreadable', reason: `unknown event type ${JSON.stringify(type.slice(0, 40))}` }
  }
}

/** The count of all tokens grows with each response; limits alone come with the same count again, or with none. */
function countOf(event: JsonObject): CodexRecord {
  const info = objectIn(event, 'info') ?? event
  const total = objectIn(info, 'total_token_usage') ?? info
  const tokens = total['total_tokens']
  if (typeof tokens !== 'number') return nothing
  return { kind: 'counted', tokens, usage: codexUsage(objectIn(info, 'last_token_usage')) }
}

/** What is said of one response, or of a task: cached tokens are among the input, those of thinking among the output. */
export function codexUsage(usage: JsonObject | null): TokenUsage | null {
  if (usage === null) return null
  const { input_tokens, cached_input_tokens, output_tokens } = usage
  return statedUsage({ input: [input_tokens], output: [output_tokens], cacheRead: [cached_input_tokens] })
}

function endOf(event: JsonObject): EndedCall {
  const call = stringIn(event, 'call_id')
  const result = objectIn(event, 'result')
  if (result !== null) {
    const fine = objectIn(result, 'Ok')
    const trouble = result['Err']
    const output =
      fine === null ? String(typeof trouble === 'string' ? trouble : '') : textOfContent(fine['content'])
    const ok =
      fine === null
        ? trouble === undefined
          ? null
          : false
        : fine['isError'] !== true && fine['is_error'] !== true
    return { kind: 'call-ended', call, ok, output }
  }
  const code = event['exit_code']
  const success = event['success']
  const ok = typeof code === 'number' ? code === 0 : typeof success === 'boolean' ? success : null
  const printed = [stringIn(event, 'stdout'), stringIn(event, 'stderr')]
    .filter((part) => part !== null)
    .join('\n')
  const output = stringIn(event, 'aggregated_output') ?? printed
  const stated = typeof code === 'number' && code !== 0 ? `Exit code: ${code}\n${output}` : output
  return { kind: 'call-ended', call, ok, output: stated }
}

/** In 0.169 the ends of calls stand in items (0.142 had events); messages do, too, and are taken from the conversation alone. */
function endOfItem(item: JsonObject): CodexRecord {
  const type = stringIn(item, 'type')
  if (type === 'SubAgentActivity') {
    return activityOf(item)
  }
  if (type !== 'CommandExecution' && type !== 'FileChange' && type !== 'McpToolCall') {
    return nothing
  }
  const status = stringIn(item, 'status')
  const ended = endOf({ ...item, call_id: item['id'], result: null })
  const ok =
    ended.ok ?? (status === 'completed' ? true : status === 'failed' || status === 'declined' ? false : null)
  return { ...ended, ok }
}

/** What a sub-agent does; its thread is its session, and the call that started it is the item's id. */
function activityOf(activity: JsonObject): CodexRecord {
  const thread = stringIn(activity, 'agent_thread_id')
  const kind = stringIn(activity, 'kind')
  const one = thread === null ? [] : [thread]
  return {
    kind: 'agents',
    started: kind === 'started' ? one : [],
    ended: isFinal(kind) || kind === 'interrupted' ? one : [],
    call: stringIn(activity, 'event_id') ?? stringIn(activity, 'id'),
  }
}

/** What is said of sub-agents: one was started, some were waited for, one was closed. */
function agentsOf(type: string, event: JsonObject): CodexRecord {
  const call = stringIn(event, 'call_id') ?? stringIn(event, 'event_id')
  const one =
    stringIn(event, 'new_thread_id') ??
    stringIn(event, 'agent_thread_id') ??
    stringIn(event, 'receiver_thread_id')
  const started = type === 'collab_agent_spawn_end'
  const waited = objectsOf(arrayIn(event, 'agent_statuses')).map((each) => [
    each['thread_id'],
    each['status'],
  ])
  const statuses = [...Object.entries(objectIn(event, 'statuses') ?? {}), ...waited]
  const ended = statuses.flatMap(([id, status]) => (typeof id === 'string' && isFinal(status) ? [id] : []))
  const closed = type === 'collab_close_end' && one !== null ? [one] : []
  if (
    eventsOfNothing.has(type) ||
    (type.startsWith('collab_') && !/_(?:spawn|waiting|close)_end$/.test(type))
  ) {
    return nothing
  }
  return { kind: 'agents', started: started && one !== null ? [one] : [], ended: [...ended, ...closed], call }
}
