/** Whether the host of an address, as `URL` writes it, is this machine: what goes there is read by nobody else. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host)
}
