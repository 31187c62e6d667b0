/** Whether what a change puts in is nothing but the shape of code: signatures around a stub. */

import { isCosmetic } from '../calls/changes.js'

/** What stands where the work is still to be done. */
const stub =
  /\b(?:TODO|FIXME|TBD)\b|\bnot[ _-]?(?:yet[ _-]?)?implemented|\bunimplemented\b|\btodo!\s*\(|NotImplemented|^(?:pass|\.\.\.)$|^\W*placeholder\b|\bplaceholder\W*$|^\W*(?:stub|implement(?:ation)?(?: goes)? (?:here|me|this|later))\b/iu

const comment = /^(?:\/\/|\/\*|\*|#(?!\[|include|define|!)|--(?=\s)|<!--|"""|'''|;;)/u
const brace = /^[\s{}()[\];,]*(?:end)?[\s{}()[\];,]*$/u

/** Lines that open something: imports, declarations without a body, decorators. */
const opening =
  /^(?:(?:export|default|public|private|protected|internal|static|async|abstract|final|override|virtual|inline|pub(?:\([^)]*\))?|unsafe|extern|open|data|sealed)\s+)*(?:import|from|use|using|package|namespace|module|require|class|struct|interface|trait|impl|enum|def|defp?|defmodule|fn|func|function|fun|sub|object|record|const\s+\w+\s*=\s*(?:async\s*)?\([^)]*\)[^=]*=>\s*\{$)\b.*|^(?:#\[|@\w|#include\b|<\?php)|^const \w+\s*=\s*(?:async\s*)?\([^)]*\)[^=]*=>\s*\{$/u
const method =
  /^(?!(?:if|for|while|switch|return|else|catch|do|try|with|match|await|throw|yield)\b)[\w\s<>,*&:.?#~[\]|]*\w\s*\([^;=]*\)[^;=]*\{$/u

/** A body that gives nothing back but an empty value. */
const emptyReturn = /^return(?:\s+(?:null|nil|None|undefined|\{\s*\}|\[\s*\]|''|""|false|0))?;?$/u

/** A function that is opened and closed with nothing between. */
const emptyBody =
  /\b(?:function|fn|func|fun|void|async|public|private)\b[^\n{]{0,300}\{\s*\n\s*\}|\bdef [^\n]{1,300}\n\s*end\b/u

/** Declarations that have no body to fill. */
const bodiless =
  /\babstract|\bProtocol\b|\bABC\b|\bABCMeta\b|\binterface\b|\b(?:Error|Exception|Warning)\)\s*:|\bextends (?:\w*Error|\w*Exception)\b|\.d\.ts$/u

/** Comments of documents are their text. */
const codeFile =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py|go|rs|java|kts?|scala|cs|fs|rb|php|exs?|swift|dart|c|h|cc|cpp|hpp|lua|jl|r|zig|hs|clj)$/iu
const document = /\.(?:mdx?|txt|rst|adoc|html?)$/iu

/**
 * What a change puts in: nothing but declarations around a stub, nothing but comments, or more. Linear in the text.
 * @returns with the line that says so
 */
export function stubIn(
  path: string,
  before: string | null,
  after: string,
): { readonly content: 'code' | 'stub' | 'comments'; readonly quote: string } {
  const put = linesPutIn(before, after)
  const [first = ''] = put
  const mayBeComment = (before ?? '').trim() === '' ? codeFile.test(path) : !document.test(path)
  if (mayBeComment && isCosmetic({ path, before: before ?? '', after }))
    return { content: 'comments', quote: first }
  const marked = put.find((line) => stub.test(line))
  if (put.length === 0 || bodiless.test(after) || !put.every(isShape)) return { content: 'code', quote: '' }
  const empty = put.find((line) => /\)[^{}]*\{\s*\}$/u.test(line))
  const isHollow =
    marked !== undefined || empty !== undefined || (emptyBody.test(after) && !emptyBody.test(before ?? ''))
  return isHollow ? { content: 'stub', quote: marked ?? empty ?? first } : { content: 'code', quote: '' }
}

function linesPutIn(before: string | null, after: string): readonly string[] {
  const known = new Set((before ?? '').split('\n').map((line) => line.trim()))
  return after
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !known.has(line))
}

/** True for a line that is the shape of code and does nothing. */
function isShape(line: string): boolean {
  return (
    stub.test(line) ||
    /\)[^{}]*\{\s*\}$/u.test(line) ||
    comment.test(line) ||
    brace.test(line) ||
    opening.test(line) ||
    method.test(line) ||
    emptyReturn.test(line)
  )
}
