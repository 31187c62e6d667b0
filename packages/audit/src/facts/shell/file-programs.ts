/** The programs that read, write and list files or say something about the machine, and which files they touch. */

import type { CommandUse } from '../calls/call.js'
import { nothing, writing } from './uses.js'
import { isOption, positionals, touched, wordSet } from './words.js'

/** Programs that only read or say something, and name no file that matters. */
const silent = wordSet(`
  echo printf cd pwd export set unset true false : sleep wait date whoami id uname hostname which whereis type env printenv
  ps pgrep top htop free df uptime lsof ss netstat history jobs alias unalias locale nproc lscpu dmesg journalctl ulimit read
  local declare typeset readonly source . exit return break continue shift trap seq expr bc let tput clear getopts hash
  pushd popd dirs xargs test [ [[ ((…)) command ip ifconfig sysctl getconf arch tty who w last groups man info help
  tasklist ver systeminfo basename dirname realpath readlink yes tr disown fg bg umask shopt mount lsblk cls where title
  pause activate deactivate setopt eval print column nvidia-smi cloc tokei pbpaste convertto-json convertfrom-json`)
/** Commands of PowerShell that only look. */
const cmdlet =
  /^(?:Get|Select|Where|Sort|Measure|ForEach|Format|Out|Write|Resolve|Join|Split|Test|ConvertTo|ConvertFrom)-[A-Z]|^(?:Set-Location|Start-Sleep)$/

/** Programs that read the files they name. */
const readers = wordSet(`
  cat bat less more tac nl zcat gzcat stat file du md5sum sha1sum sha256sum shasum cksum strings od xxd hexdump base64 diff
  cmp comm tree ls ll la vdir dir exa eza readelf objdump nm ldd otool identify ffprobe pdfinfo pdftotext rev head tail wc
  sort uniq cut paste fold expand unexpand get-content gc get-childitem gci get-item fd fdfind find`)
/** Those of them whose first argument is a pattern or a program. */
const searches = wordSet(
  'grep egrep fgrep zgrep rg ripgrep ag ack findstr select-string jq yq xq gron dasel awk gawk mawk sed gsed',
)
/** Options of readers that take a value. */
const valued = new Map(
  Object.entries({
    'head tail': '-n -c -q --lines --bytes',
    'sort uniq': '-k -t -o -S',
    'cut paste': '-d -f -c -b',
    'fd fdfind': '-e -t -d -E',
    'wc find': '--files0-from -type -name',
    'grep egrep fgrep rg ag ack select-string': `-A -B -C -m -t -g -T --include --exclude --exclude-dir --glob --type --max-count
      --context -Context -Path`,
    jq: '--arg --argjson --slurpfile --indent',
    'awk gawk mawk': '-F -v',
  }).flatMap(([names, options]) => [...wordSet(names)].map((name) => [name, wordSet(options)] as const)),
)

const contentWriters = wordSet(
  'mv move ren rename rename-item move-item tee sponge patch dd set-content add-content out-file clear-content',
)
const copiers = wordSet('cp copy copy-item xcopy robocopy install ditto')
const housekeepers = wordSet(
  'rm rmdir mkdir touch ln chmod chown chgrp truncate unlink shred mktemp rd md del erase new-item remove-item trash',
)
const writerOptions = wordSet('-m --mode -s --size -t -i -o -C -Value -Encoding')

/** What a file program did, or null where the program is none. `program` is the bare name in lower case. */
export function useOfFileProgram(program: string, words: readonly string[]): CommandUse | null {
  const named = positionals(words, 1, writerOptions)
  if (contentWriters.has(program)) return writing(touched(named, 'write'))
  if (housekeepers.has(program))
    return writing(touched(/^ch(?:mod|own|grp)$/.test(program) ? named.slice(1) : named, 'write'), true)
  if (copiers.has(program))
    return writing([...touched(named.slice(0, -1), 'read'), ...touched(named.slice(-1), 'write')])
  if (readers.has(program) || searches.has(program)) return useOfReader(program, words)
  if (/^(?:tar|unzip|zip|7z)$/.test(program)) {
    const [, first = ''] = words
    const flags = /^(?:tar|7z)$/.test(program) || first.startsWith('-') ? first : ''
    const lists = /^-?[a-z]*[tl]/.test(flags) && !/x|c/.test(flags.slice(0, 4))
    return { ...nothing, effect: lists ? 'read' : 'execute' }
  }
  return silent.has(program) || cmdlet.test(words[0] ?? '') ? nothing : null
}

function useOfReader(program: string, words: readonly string[]): CommandUse {
  if (program === 'find' || program === 'fd') {
    const end = words.findIndex((word, index) => index > 0 && isOption(word) && !/^-[HLP]$/.test(word))
    const files = touched(words.slice(1, end < 0 ? words.length : end), 'read')
    return words.includes('-delete') ? writing(files, true) : { ...nothing, files }
  }
  const isSearch = searches.has(program)
  // The pattern or program may be given by an option: every other argument is then a file.
  const given = words.some((word) => /^(?:-f|--regexp=|--expression=|--from-file|-Pattern)/.test(word))
  const names = positionals(words, 1, valued.get(program)).slice(isSearch && !given ? 1 : 0)
  return editsInPlace(program, words)
    ? writing(touched(names, 'write'))
    : { ...nothing, files: touched(names, 'read') }
}

function editsInPlace(program: string, words: readonly string[]): boolean {
  if (/^g?sed$/.test(program)) return words.some((word) => /^(?:-[nErsz]{0,5}i|--in-place)/.test(word))
  return program === 'yq' && (words.includes('-i') || words.includes('--inplace'))
}
