/** The longest address that a browser and the index of the table take. */
const MAX_KEY = 1000

/**
 * The form in which old addresses are compared: the path and the query in small letters, without a slash at the end. The host does not
 * matter. Returns undefined for a text that is no address.
 */
export function keyOf(address: string): string | undefined {
  const url = URL.parse(address, 'http://shop')
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const path = decoded(url.pathname).replace(/\/+$/, '') || '/'
  const key = (path + decoded(url.search)).toLowerCase().normalize()
  return key.length > MAX_KEY || key.includes('\0') ? undefined : key
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
