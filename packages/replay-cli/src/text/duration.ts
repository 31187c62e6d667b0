/** Spans of time as people read them. */

/** `40 s`, `12 min`, `3.5 h`. */
export function durationText(seconds: number): string {
  if (seconds < 99.5) return `${Math.round(seconds)} s`
  const minutes = seconds / 60
  return minutes < 99.5 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 6) / 10} h`
}
