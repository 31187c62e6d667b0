/**
 * What one command of beads asks for. Source: github.com/steveyegge/beads, the flags in cmd/bd/{create,update,close,
 * reopen,delete,dep,main}.go; an option that is not known takes no word with it.
 */

/** What a command of `bd` asks for. */
export type BeadsRequest =
  | {
      /** An issue is made. */
      readonly kind: 'create'
      /** Its title. */
      readonly title: string
      /** The id that it is given, or null where beads gives it one. */
      readonly id: string | null
      /** What else is said of it. */
      readonly fields: BeadsFields
    }
  | {
      /** Issues are changed, closed, opened again or deleted. */
      readonly kind: 'change' | 'close' | 'reopen' | 'delete'
      /** Their ids as written; none: the one that was touched last. */
      readonly ids: readonly string[]
      /** The new status in beads' own word, or null. */
      readonly status: string | null
      /** Why it is closed, or null. */
      readonly reason: string | null
      /** What else is said of them. */
      readonly fields: BeadsFields
    }
  | {
      /** Issues are looked at. */
      readonly kind: 'look'
      /** Their ids; none for lists. */
      readonly ids: readonly string[]
    }

/** What is said of an issue beyond its status. */
export interface BeadsFields {
  /** Its title. */
  readonly title?: string
  /** The issue that it is a part of. */
  readonly parent?: string
  /** How urgent it is, such as `1`. */
  readonly priority?: string
  /** Who works on it. */
  readonly owner?: string
  /** The issues that it waits for. */
  readonly dependsOn?: readonly string[]
}

/** Options that take the word after them, by their short and long names. */
const valued: ReadonlySet<string> = new Set(
  `--db --actor --status -s --title --priority -p --type -t --assignee -a --description -d --body -m --message --design
  --acceptance --acceptance-criteria --notes --append-notes --external-ref --spec-id --estimate -e --labels -l --label --id
  --parent --deps --waits-for --waits-for-gate --repo --rig --prefix --file -f --body-file --design-file --reason -r
  --reason-file --resolution --session --due --defer --metadata --add-label --remove-label --set-labels --mol-type
  --wisp-type --blocks --blocked-by --depends-on --limit -n --sort --await-id --format`.split(/\s+/),
)
const closing: ReadonlyMap<string, 'close' | 'reopen' | 'delete'> = new Map([
  ['close', 'close'],
  ['done', 'close'],
  ['reopen', 'reopen'],
  ['delete', 'delete'],
])

/** Reads the words of a command, `bd` being the first; null where it is no command about issues. */
export function requestOf(words: readonly string[]): BeadsRequest | null {
  const { options, plain } = sorted(words.slice(1))
  const [verb = '', ...rest] = plain
  if (options.has('--dry-run') || options.has('--help') || options.has('-h')) return null
  const kind = closing.get(verb)
  if (kind !== undefined) {
    const reason = first(options, ['--reason', '-r', '--resolution', '--message', '-m'])
    // `-f` is `--force` here, which takes no word.
    const ids = [...rest, ...(options.get('-f') ?? [])].filter((word) => word !== '')
    if (kind === 'delete' && !options.has('--force') && !options.has('-f')) return null
    const said = verb === 'done' && ids.length > 1 ? withReason(ids, reason) : { ids, reason }
    return { kind, ...said, status: null, fields: {} }
  }
  switch (verb) {
    case 'create':
    case 'new':
    case 'q': {
      const title = rest[0] ?? first(options, ['--title'])
      if (title === null || title === '') return null
      return { kind: 'create', title, id: first(options, ['--id']), fields: fieldsOf(options) }
    }
    case 'update': {
      const claims = options.has('--claim')
      const status = first(options, ['--status', '-s']) ?? (claims ? 'in_progress' : null)
      const title = first(options, ['--title'])
      const fields = { ...fieldsOf(options), ...(title === null ? {} : { title }) }
      return { kind: 'change', ids: rest, status, reason: null, fields }
    }
    case 'dep':
      return dependency(rest, options)
    case 'show':
    case 'view':
      return { kind: 'look', ids: rest }
    case 'ready':
    case 'list':
    case 'blocked':
    case 'search':
    case 'stale':
      return { kind: 'look', ids: [] }
    default:
      return null
  }
}

/** `bd dep add A B`: A waits for B. Kinds that hold nothing up are no dependency, and `parent-child` says the parent. */
function dependency(rest: readonly string[], options: Options): BeadsRequest | null {
  const [verb, id, on] = rest
  const kind = first(options, ['--type', '-t']) ?? 'blocks'
  if (verb !== 'add' || id === undefined || on === undefined) return null
  const fields = kind === 'parent-child' ? { parent: on } : kind === 'blocks' ? { dependsOn: [on] } : {}
  return { kind: 'change', ids: [id], status: null, reason: null, fields }
}

type Options = ReadonlyMap<string, readonly string[]>

function sorted(words: readonly string[]): { readonly options: Options; readonly plain: readonly string[] } {
  const options = new Map<string, string[]>()
  const plain: string[] = []
  let isOver = false
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (isOver || !/^-{1,2}[A-Za-z]/.test(word)) {
      if (word === '--') isOver = true
      else plain.push(word)
      continue
    }
    const sign = word.indexOf('=')
    const name = sign === -1 ? word : word.slice(0, sign)
    const values = options.get(name) ?? []
    options.set(name, values)
    if (sign !== -1) values.push(word.slice(sign + 1))
    else if (valued.has(name)) {
      at += 1
      values.push(words[at] ?? '')
    }
  }
  return { options, plain }
}

function first(options: Options, names: readonly string[]): string | null {
  for (const name of names) {
    const value = options.get(name)?.[0]
    if (value !== undefined && value !== '') return value
  }
  return null
}

function fieldsOf(options: Options): BeadsFields {
  const parent = first(options, ['--parent'])
  const priority = first(options, ['--priority', '-p'])?.replace(/^P(?=\d)/i, '')
  const owner = first(options, ['--assignee', '-a'])
  const dependsOn = (options.get('--deps') ?? []).flatMap((list) =>
    list.split(',').flatMap((each) => {
      const [kind = '', id] = each.trim().split(':')
      if (id === undefined) return kind === '' ? [] : [kind]
      return kind === 'blocks' ? [id] : []
    }),
  )
  return {
    ...(parent === null ? {} : { parent }),
    ...(priority === undefined ? {} : { priority }),
    ...(owner === null ? {} : { owner }),
    ...(dependsOn.length === 0 ? {} : { dependsOn }),
  }
}

/** `bd done bd-1 "all is in"`: the last word is the reason where it is no id. */
function withReason(
  ids: readonly string[],
  reason: string | null,
): { ids: readonly string[]; reason: string | null } {
  const last = ids.at(-1) ?? ''
  return /\s/.test(last) ? { ids: ids.slice(0, -1), reason: reason ?? last } : { ids, reason }
}
