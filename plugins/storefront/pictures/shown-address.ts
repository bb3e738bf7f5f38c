const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/
const UPLOADS = '/uploads/public/'

/**
 * The address of a picture in a page. An upload of this server needs no origin. Uploads of a shop on this machine are shown also after a
 * change of its port or its name, and on a phone.
 */
export function shownAddress({ origin }: URL, address: string): string {
  const stored = URL.parse(address)
  if (!stored?.pathname.startsWith(UPLOADS)) return address
  return stored.origin === origin || LOOPBACK.test(stored.hostname) ? stored.pathname + stored.search : address
}
