/** Where a request carries its reminders: in front of what is new to the model, as the described systems put them. */

/** What is to be known of a framework's messages. */
interface MessageKind<Message, Added> {
  readonly isFromModel: (message: Message) => boolean
  readonly isInput: (message: Message) => boolean
  /** The message with a text before the first tool result that it holds; null if it holds none. */
  readonly beforeResult: (message: Message, text: string) => Message | null
  readonly inputOf: (text: string) => Added
}

/**
 * The messages with reminders: within the first tool result since the model spoke, for no message may come between calls
 * and their results; else before the first input since then.
 */
export function withReminders<Message, Added>(
  messages: readonly Message[],
  reminders: readonly string[],
  { isFromModel, isInput, beforeResult, inputOf }: MessageKind<Message, Added>,
): (Message | Added)[] {
  if (reminders.length === 0) return [...messages]
  const text = reminders.join('\n\n')
  const start = messages.findLastIndex(isFromModel) + 1
  for (const [index, message] of messages.entries()) {
    const reminded = index < start ? null : beforeResult(message, text)
    if (reminded !== null) return messages.with(index, reminded)
  }
  const input = messages.findIndex((message, index) => index >= start && isInput(message))
  const added: (Message | Added)[] = [...messages]
  return added.toSpliced(input === -1 ? messages.length : input, 0, inputOf(text))
}
