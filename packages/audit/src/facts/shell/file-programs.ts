/** The programs that read, write and list files or say something about the machine, and which files they touch. */

import { touched } from './paths.js'
import type { CommandUse } from './purposes.js'
import { isOption, positionals, wordSet } from './words.js'

/** What a program of this kind did. */
export type FileProgramUse = Pick<CommandUse, 'effect' | 'files' | 'housekeeping'>

/** Programs that only read or say something, and name no file that matters. */
const silent = wordSet(`
  echo printf cd pwd export set unset true false : sleep wait date whoami id uname hostname which whereis type env printenv
  ps pgrep top htop free df uptime lsof ss netstat history jobs alias unalias locale nproc lscpu dmesg journalctl ulimit read
  local declare typeset readonly source . exit return break continue shift trap seq expr bc let tput clear getopts hash
  pushd popd dirs xargs test [ [[ ((…)) command ip ifconfig sysctl getconf arch tty who w last groups man info help tldr
  locate mdfind sw_vers tasklist ver systeminfo basename dirname realpath readlink yes tr fold disown fg bg umask shopt
  getent lspci lsblk lsusb mount sw lsmod vmstat iostat loginctl hostnamectl timedatectl where cls title pause
  nvm asdf pyenv rbenv direnv activate deactivate setopt bindkey autoload eval print column numfmt nvidia-smi
  write-output write-host get-location set-location get-process get-service get-command get-date get-variable
  select-object where-object sort-object measure-object foreach-object format-table format-list out-null out-string
  out-host convertfrom-json convertto-json get-netipaddress get-ciminstance test-path resolve-path join-path split-path
  start-sleep get-member get-host get-help get-module get-nettcpconnection cloc tokei scc tree-sitter pbpaste`)

interface Reader {
  readonly valued: ReadonlySet<string>
  readonly skip: number
}

/** Programs that read the files they name: `options that take a value | arguments in front that are no files`. */
const readers = readReaders(`
  cat bat batcat less more tac nl zcat gzcat stat file du md5sum sha1sum sha256sum shasum cksum strings od xxd hexdump
  base64 diff cmp comm tree ls ll la dir exa eza lsd readelf objdump nm ldd otool identify exiftool ffprobe mediainfo
  pdfinfo pdftotext rev vdir colordiff delta unexpand expand gunzip-l get-content gc get-childitem gci get-item
  get-filehash get-acl compare-object||
  head tail|-n -c -q --lines --bytes|
  wc|--files0-from|
  sort uniq|-k -t -o -S|
  cut paste join|-d -f -c -b|
  grep egrep fgrep zgrep rg ripgrep ag ack ugrep rga findstr|-e -A -B -C -m -f -t -g -T --include --exclude --exclude-dir --glob --type --max-count --context --color|1
  select-string|-Path -Pattern -Context|1
  jq gron yq xq tomlq dasel|--arg --argjson --slurpfile --indent|1
  awk gawk mawk nawk|-F -v -f|1
  sed gsed|-e -f -E|1
  fd fdfind|-e -t -d -E --extension --type|1
  find|-type -name|`)

const contentWriters = wordSet(
  'mv move ren rename rename-item move-item tee sponge patch dd set-content add-content out-file clear-content',
)
const copiers = wordSet('cp copy copy-item xcopy robocopy install ditto')
const housekeepers = wordSet(
  'rm rmdir mkdir touch ln chmod chown chgrp truncate unlink shred mktemp rd md del erase icacls attrib new-item remove-item trash',
)
const writerOptions = wordSet('-m --mode -s --size -t -i -o -C -Value -Encoding')

function readReaders(text: string): ReadonlyMap<string, Reader> {
  const found = new Map<string, Reader>()
  let names = ''
  for (const line of text.split('\n')) {
    const [head = '', valued, skip] = line.split('|')
    names += ` ${head}`
    if (valued === undefined) continue
    for (const name of wordSet(names)) found.set(name, { valued: wordSet(valued), skip: Number(skip ?? 0) })
    names = ''
  }
  return found
}

/** What a file program did, or null where the program is none. `program` is the bare name in lower case. */
export function useOfFileProgram(program: string, words: readonly string[]): FileProgramUse | null {
  if (silent.has(program)) return { effect: 'read', files: [], housekeeping: false }
  const reader = readers.get(program)
  if (reader !== undefined) return useOfReader(program, words, reader)
  const named = positionals(words, 1, writerOptions)
  if (contentWriters.has(program)) return writes(named, false)
  if (housekeepers.has(program))
    return writes(/^ch(?:mod|own|grp)$/.test(program) ? named.slice(1) : named, true)
  if (copiers.has(program)) {
    const files = [...touched(named.slice(0, -1), 'read'), ...touched(named.slice(-1), 'write')]
    return { effect: 'write', files, housekeeping: false }
  }
  if (/^(?:tar|unzip|zip|7z)$/.test(program)) {
    const flags = words[1] ?? ''
    const lists = /^-?[a-z]*[tl]/.test(flags) && !/x|c/.test(flags.slice(0, 4))
    return { effect: lists ? 'read' : 'execute', files: [], housekeeping: false }
  }
  return null
}

function useOfReader(program: string, words: readonly string[], reader: Reader): FileProgramUse {
  if (program === 'find' || program === 'fd') {
    const end = words.findIndex((word, index) => index > 0 && isOption(word) && !/^-[HLP]$/.test(word))
    const files = touched(words.slice(1, end < 0 ? words.length : end), 'read')
    return { effect: words.includes('-delete') ? 'write' : 'read', files, housekeeping: true }
  }
  // The pattern or program is given by an option: every other argument is a file.
  const given =
    reader.skip > 0 &&
    words.some((word) => /^(?:-e|-f|--regexp|--expression|--from-file|-Pattern)$/.test(word))
  const names = positionals(words, 1, reader.valued).slice(given ? 0 : reader.skip)
  if (editsInPlace(program, words)) return writes(names, false)
  return { effect: 'read', files: touched(names, 'read'), housekeeping: false }
}

function editsInPlace(program: string, words: readonly string[]): boolean {
  if (program === 'sed' || program === 'gsed')
    return words.some((word) => /^(?:-[nErsz]{0,5}i|--in-place)/.test(word))
  if (program === 'yq') return words.includes('-i') || words.includes('--inplace')
  return /^g?awk$/.test(program) && words[words.indexOf('-i') + 1] === 'inplace'
}

function writes(names: readonly string[], housekeeping: boolean): FileProgramUse {
  return { effect: 'write', files: touched(names, 'write'), housekeeping }
}
