/** The token that opens the server: it comes behind the `#` of the address, which no browser sends to anybody. */

const place = 'todo-ledger-token'

/** Takes the token out of the address, so that it is not in a picture of the page, and keeps it for this tab. */
export function takeToken(): void {
  const words = new URLSearchParams(location.hash.replace(/^#/, ''))
  const given = words.get('token')
  if (given === null) return
  keepToken(given)
  words.delete('token')
  const rest = words.toString()
  history.replaceState(null, '', rest === '' ? location.pathname : `#${rest}`)
}

export function keptToken(): string | null {
  return sessionStorage.getItem(place)
}

/** Keeps a token for as long as this tab is there. @param given the token, or an address that carries it */
export function keepToken(given: string): void {
  const [, carried] = /[#&]token=([^&\s]+)/.exec(given) ?? []
  sessionStorage.setItem(place, (carried ?? given).trim())
}

/** Forgets it: the server does not know it. */
export function dropToken(): void {
  sessionStorage.removeItem(place)
}
