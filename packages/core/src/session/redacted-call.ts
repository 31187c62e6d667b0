/** A todo call without its secrets: nothing of them is decided on, answered, hashed or stored. */

import type { TodoCall } from '../host-input.js'
import type { Redactor } from '../redaction/redactor.js'

/** The call without its secrets. The same call gives the same one, so that it is known again. */
export function withoutSecrets(call: TodoCall, redactor: Redactor): TodoCall {
  return {
    ...call,
    ...(call.call === undefined ? {} : { call: redactor.id(call.call) }),
    input: redactor.value(call.input),
    ...(call.recorded === undefined ? {} : { recorded: redactor.value(call.recorded) }),
  }
}
