/** An object of a read-only type while it is put together, property by property: what is spread is slower to read. */
export type Writable<T> = { -readonly [Key in keyof T]: T[Key] }
