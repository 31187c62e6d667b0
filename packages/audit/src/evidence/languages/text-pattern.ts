/** Regular expressions that say the same of a text in any language, and cost little where it is English. */

/**
 * ASCII, and the signs that agents write beside it: dashes, quotes, arrows, lines, checks. None of them is a letter, a
 * mark or a digit, and none takes two units of UTF-16.
 */
const plain = /^[\0-\x7f\u2010-\u205e\u2190-\u23ff\u2500-\u2775\u2794-\u2bff]*$/

let lastText = ''
let wasPlain = true

/** Many patterns are tried on one text: what it is made of is looked at once. */
function isPlain(text: string): boolean {
  if (text !== lastText) {
    wasPlain = plain.test(text)
    lastText = text
  }
  return wasPlain
}

/** What each property stands for in plain text. */
const plainProperties: ReadonlyMap<string, string> = new Map([
  ['L', 'A-Za-z'],
  ['Lu', 'A-Z'],
  ['Ll', 'a-z'],
  ['N', '0-9'],
  ['M', ''],
])

/** The same for plain text, without the flag `u`; null where it says what is not known here. */
function plainSource(source: string): string | null {
  let isClass = false
  let isKnown = true
  const found = source.replace(/\\p\{([^}]*)\}|\\[Pu]\{|\\.|[[\]]/g, (part, property: string | undefined) => {
    if (part === '[' || part === ']') isClass = part === '['
    if (property === undefined && !/^\\[Pu]\{/.test(part)) return part
    const letters = plainProperties.get(property ?? '')
    isKnown &&= letters !== undefined
    return isClass ? `${letters}` : `[${letters}]`
  })
  return isKnown ? found : null
}

/**
 * An expression that is asked of texts in any language. Of `\p{L}` V8 makes a table of all scripts, twice for each
 * expression: a tenth of a short audit was that. In plain text the letters are those of ASCII, and no such table is
 * needed; what no text asks for is never made.
 */
export class TextPattern {
  readonly #source: string
  readonly #flags: string
  #plain: RegExp | undefined
  #any: RegExp | undefined

  /** @param flags with `u`; with `g` or `y` only `for` may be asked */
  constructor(source: string, flags = 'iu') {
    this.#source = source
    this.#flags = flags
  }

  /** The expression for this text; for another text it may be wrong. */
  for(text: string): RegExp {
    if (isPlain(text)) {
      this.#plain ??= this.#made()
      return this.#plain
    }
    this.#any ??= new RegExp(this.#source, this.#flags)
    return this.#any
  }

  /** True where the text fits it. */
  test(text: string): boolean {
    return this.for(text).test(text)
  }

  /** Where the text fits it, or null. */
  exec(text: string): RegExpExecArray | null {
    return this.for(text).exec(text)
  }

  #made(): RegExp {
    const source = plainSource(this.#source)
    return source === null
      ? new RegExp(this.#source, this.#flags)
      : new RegExp(source, this.#flags.replace('u', ''))
  }
}
