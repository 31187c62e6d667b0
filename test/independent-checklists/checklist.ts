/** What the independent scripts give: written by hand from what the formats' files show, without our readers. */

/** A list after an update: `[status] text` for each item, in order. */
export type Checklist = readonly string[]

/** Reads the text of a recording; gives the list after each update that took effect. */
export type ChecklistScript = (text: string) => readonly Checklist[]

/** The lines of a JSON Lines file that are JSON, parsed; as a person would look at them, without narrowing. */
export function jsonLines(text: string) {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line)]
    } catch {
      return []
    }
  })
}
