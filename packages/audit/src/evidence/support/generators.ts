/** Commands that make files of the work without naming them: generators, scaffolds, programs whose product was asked for. */

import type { CallWork } from '../work/work.js'

const generating =
  /^(?:g|generate|gen|new|scaffold|init|make:\S+|makemigrations|startapp|startproject|revision|migration:(?:generate|create)|add:\S+|create|codegen)$/

/** True where a command of the call is a generator: `rails g migration`, `artisan make:model`, `alembic revision`. */
export function generates({ description }: CallWork): boolean {
  return description.commands.some(
    ({ effect, words }) => effect === 'execute' && words.slice(1, 4).some((word) => generating.test(word)),
  )
}

/** True where what an item asks for is what a program puts out, not how the program is written. */
export function asksForProduct(text: string): boolean {
  return /^\W*(?:render|convert|extract|export|import|load|populate|clean|crop|resize|seed|migrate|archive|compress|index|train|process|transform|dedup\w*|backfill|generate|regenerate|sync)\b/iu.test(
    text,
  )
}
