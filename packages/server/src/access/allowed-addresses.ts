/** By which names the server may be reached, and from which pages: a page elsewhere that has its name lead here gets nothing. */

const ownNames = ['localhost', '127.0.0.1', '[::1]']

/** The allow-lists of Host and Origin. */
export class AllowedAddresses {
  readonly #hosts: ReadonlySet<string>
  readonly #origins: ReadonlySet<string>

  /** @param hosts without port, beside this machine's own; @param origins of pages, such as `https://todos.example` */
  constructor({
    hosts = [],
    origins = [],
  }: { readonly [list in 'hosts' | 'origins']?: readonly string[] } = {}) {
    this.#hosts = new Set([...ownNames, ...hosts.map((host) => host.toLowerCase())])
    this.#origins = new Set(origins)
  }

  /** True where a request's `Host` names this server. */
  isHost(host: string | undefined): boolean {
    const name = host === undefined ? null : urlOf(`http://${host}`)?.hostname
    return name !== null && name !== undefined && this.#hosts.has(name)
  }

  /** True where a page of this origin may ask the server that is reached as `host`: one of its own, or one on the list. */
  isOrigin(origin: string, host: string): boolean {
    if (this.#origins.has(origin)) return true
    const url = urlOf(origin)
    return url?.origin === origin && url.host === urlOf(`${url.protocol}//${host}`)?.host
  }

  /** True where the origin is on the list. */
  isListed(origin: string): boolean {
    return this.#origins.has(origin)
  }
}

function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}
