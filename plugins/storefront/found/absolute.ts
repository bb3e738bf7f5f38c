import { shownAddress } from '../pictures/shown-address.ts'

/** The whole address of a picture, or undefined if its text is no address: merchants type it. */
export const absolute = (address: string, base: URL): string | undefined =>
  URL.parse(shownAddress(base, address), base.href)?.href
