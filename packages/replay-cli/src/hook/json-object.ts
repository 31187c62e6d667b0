/** Narrowing of JSON that nobody has looked at yet. A hook loads little: the readers of recordings stay where they are. */

/** A JSON object whose fields nobody has looked at yet. */
export type JsonObject = { readonly [key: string]: unknown }

/** True for a JSON object; not for an array, not for null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The field as a text with something in it; null where it is none. */
export function textIn(record: JsonObject, field: string): string | null {
  const value = record[field]
  return typeof value === 'string' && value !== '' ? value : null
}
