/** Text of todos inside reminders: data that a model reads beside real instructions. */

/** Longer texts are cut in a reminder: it is there to remind, not to repeat. */
const longestText = 500

/**
 * A todo's text as it may stand in a reminder: one line, without anything that opens or closes a tag or reads as
 * another message, cut at 500 characters. Whatever a todo says, the reminder keeps its own tags and lines.
 */
export function reminderText(text: string): string {
  const line = [
    ...text
      .slice(0, 4 * longestText)
      .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim(),
  ]
  const short = line.length > longestText ? `${line.slice(0, longestText).join('')}…` : line.join('')
  return short.replace(/</gu, '‹').replace(/>/gu, '›')
}
