/** The whole address of a picture, or undefined if its text is no address: merchants type it. */
export const absolute = (address: string, base: URL | string): string | undefined =>
  URL.parse(address, String(base))?.href
