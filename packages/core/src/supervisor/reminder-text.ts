/** A todo's text as it may stand between `<reminder>` and `</reminder>`: as it is, but a tag that would close that frame is defused. */
export function reminderText(text: string): string {
  return text.replace(/<(\s*\/\s*reminder\s*)>/giu, '‹$1›')
}
