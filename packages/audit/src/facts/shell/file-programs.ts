/** The programs that read, write and list files or say something about the machine, and which files they touch. */

import { type CommandUse, nothing, writing } from './uses.js'
import { filesAmong, positionals, touched, wordSet } from './words.js'

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

/** Programs that read the files they name, and those of them that look for something. */
const readers = wordSet(`
  cat bat less more tac nl zcat gzcat stat file du md5sum sha1sum sha256sum shasum cksum strings od xxd hexdump base64 diff
  cmp comm tree ls ll la vdir dir exa eza readelf objdump nm ldd otool identify ffprobe pdfinfo pdftotext rev head tail wc
  sort uniq cut paste fold expand unexpand get-content gc get-childitem gci get-item fd fdfind find grep egrep fgrep zgrep rg ripgrep ag ack findstr select-string jq yq xq gron dasel awk gawk mawk sed gsed`)
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
  if (readers.has(program)) return useOfReader(program, words)
  if (/^(?:tar|unzip|zip|7z)$/.test(program)) {
    const flags = words[1] ?? ''
    const lists = /^-?[a-z]*[tl]/.test(flags) && !/x|c/.test(flags.slice(0, 4))
    return { ...nothing, effect: lists ? 'read' : 'execute' }
  }
  return silent.has(program) || cmdlet.test(words[0] ?? '') ? nothing : null
}

function useOfReader(program: string, words: readonly string[]): CommandUse {
  const files = filesAmong(words)
  if ((program === 'find' || program === 'fd') && words.includes('-delete')) return writing(files, true)
  return editsInPlace(program, words)
    ? // Its first argument is what it does, unless an option gives that.
      writing(touched(positionals(words, 1).slice(words.includes('-e') ? 0 : 1), 'write'))
    : { ...nothing, files }
}

function editsInPlace(program: string, words: readonly string[]): boolean {
  if (/^g?sed$/.test(program)) return words.some((word) => /^(?:-[nErsz]{0,5}i|--in-place)/.test(word))
  return program === 'yq' && (words.includes('-i') || words.includes('--inplace'))
}
