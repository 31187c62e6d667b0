/** What a text claims to have come out well: "all tests pass", "the build succeeds". */

import type { AskedCheck } from './tool-words.js'
import { languagesOf } from './words/index.js'

/** One claim that a check passed. */
export interface Claim {
  readonly check: AskedCheck
  /** The sentence. */
  readonly text: string
}

const longestSentence = 300
const mostSentences = 200

/** How far the check and that it passed stand apart, in words. */
const apart = 3

/** The claims of a text; none where it admits a failure. Linear in the text, whose caller cuts it. */
export function claimsIn(text: string): readonly Claim[] {
  const claims: Claim[] = []
  const sentences = sentencesOf(text)
  if (
    sentences.some((sentence) =>
      /\b(?:fail(?:s|ed|ing|ures?)?)\b(?!\s*[:=]?\s*0)|❌|失败|失敗/iu.test(
        sentence.replace(/\b(?:0|no|zero) fail\w*/giu, ''),
      ),
    )
  )
    return []
  for (const text of sentences) {
    const sentence = text.toLowerCase()
    for (const language of languagesOf(sentence)) {
      if (sentence.replace(language.words('whole'), ' ').search(language.words('noClaim')) >= 0) continue
      for (const check of ['test', 'build', 'typecheck', 'lint'] as const)
        if (
          says(sentence, language.words(check), language.words('passes')) &&
          !claims.some((one) => one.check === check)
        )
          claims.push({ check, text })
    }
  }
  return claims
}

/** True where the text says the one right before the other. */
function says(sentence: string, check: RegExp, passes: RegExp): boolean {
  const marked = sentence.replace(check, ' \uE000 ').replace(passes, ' \uE001 ')
  return new RegExp(`\\uE000\\s+(?:[^\\s\\uE000\\uE001]+\\s+){0,${apart}}\\uE001`, 'u').test(marked)
}

/** The sentences and lines of a text, without code, quotations and open check boxes. */
function sentencesOf(text: string): readonly string[] {
  return text
    .replace(/(?:```|~~~)[\s\S]*?(?:```|~~~|$)/gu, ' ')
    .split('\n')
    .filter((line) => !/^\s*(?:>|[-*]\s*\[ \]|☐)/u.test(line))
    .flatMap((line) =>
      line.replace(/"[^"\n]{1,200}"|“[^”\n]{1,200}”/gu, ' … ').split(/(?<=[.!?;])\s+|(?<=[。！？；])/u),
    )
    .filter((sentence) => sentence.trim() !== '' && sentence.length <= longestSentence)
    .slice(0, mostSentences)
}
