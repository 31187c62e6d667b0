/** By which names the server may be reached, and from which pages: a page elsewhere that has its name lead here gets nothing. */

const ownNames = ['localhost', '127.0.0.1', '[::1]']

export type AllowedAddresses = ReturnType<typeof allowedAddresses>

/** @param given hosts without port, beside this machine's own; origins of pages, such as `https://todos.example` */
export function allowedAddresses(given: { readonly [list in 'hosts' | 'origins']?: readonly string[] } = {}) {
  const hosts = new Set([...ownNames, ...(given.hosts ?? []).map((host) => host.toLowerCase())])
  const origins = new Set(given.origins)
  return {
    isHost(host: string): boolean {
      return hosts.has(urlOf(`http://${host}`)?.hostname ?? '')
    },
    /** True where a page of this origin may ask the server that is reached as `host`: one of its own, or one on the list. */
    isOrigin(origin: string, host: string): boolean {
      if (origins.has(origin)) return true
      const url = urlOf(origin)
      return url?.origin === origin && url.host === urlOf(`${url.protocol}//${host}`)?.host
    },
    isListed: (origin: string): boolean => origins.has(origin),
  }
}

function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}
