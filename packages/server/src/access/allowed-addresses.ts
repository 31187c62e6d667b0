/** By which names the server may be reached, and from which pages: one elsewhere gets nothing, also where its name leads here. */

const ownNames = ['localhost', '127.0.0.1', '[::1]']

export type AllowedAddresses = ReturnType<typeof allowedAddresses>

/** @param others hosts without port, beside this machine's own */
export function allowedAddresses(others: readonly string[] = []) {
  const hosts = new Set([...ownNames, ...others.map((host) => host.toLowerCase())])
  return {
    isHost(host: string): boolean {
      return hosts.has(urlOf(`http://${host}`)?.hostname ?? '')
    },
    /** True where a page of this origin is one of the server that is reached as `host`. */
    isOrigin(origin: string, host: string): boolean {
      const url = urlOf(origin)
      return url?.origin === origin && url.host === urlOf(`${url.protocol}//${host}`)?.host
    },
  }
}

function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}
