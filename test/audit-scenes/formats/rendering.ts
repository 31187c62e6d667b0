/** What the formats share: ids and times that are the same each time. */

import type { Scene } from '../scene.js'

/** A format in which scenes are written. */
export interface SceneFormat {
  /** Its name, as the audit calls it. */
  readonly name: string
  /** The recording, and null where the format can't say what happens in the scene. */
  write(scene: Scene): string | null
}

/** Counts ids and seconds of one recording. */
export class Course {
  #count = 0
  readonly #start = Date.UTC(2026, 3, 14, 9, 0, 0)

  /** The next id. */
  next(prefix: string): string {
    this.#count += 1
    return `${prefix}${String(this.#count).padStart(6, '0')}`
  }

  /** The time, in milliseconds; each call takes a few seconds. */
  get now(): number {
    return this.#start + this.#count * 4000
  }

  /** The time as text. */
  get at(): string {
    return new Date(this.now).toISOString()
  }
}

/** The folder that all scenes play in. */
export const cwd = '/home/dev/project'
