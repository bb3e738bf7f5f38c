import { type FileKey, type FileStore, parseFileKey } from 'cartwright'

/**
 * The key of a picture that lies in the file store of the shop, or undefined. Merchants type addresses, so the shop opens no
 * connection to them.
 */
export async function ownKeyOf(files: FileStore, address: string): Promise<FileKey | undefined> {
  const key = keyIn(address)
  const stored = key && (await files.stat(key))
  return stored && isSameAddress(stored.url, address) ? key : undefined
}

/** The key that the address may have in the file store of a shop. */
export function keyIn(address: string): FileKey | undefined {
  const pathname = URL.parse(address, 'http://shop')?.pathname ?? ''
  try {
    return parseFileKey(decodeURIComponent(pathname.slice(pathname.lastIndexOf('/public/') + 1)))
  } catch {
    return undefined
  }
}

/** A store on this server has addresses without an origin. */
function isSameAddress(stored: string, address: string): boolean {
  const [own, typed] = [new URL(stored, address), new URL(address, 'http://shop')]
  return own.pathname === typed.pathname && own.origin === typed.origin
}
