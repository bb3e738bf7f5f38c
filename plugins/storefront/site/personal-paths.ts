/** Search engines do not open these paths and the paths below them. */
export const PERSONAL = ['/account', '/cart', '/checkout', '/orders', '/search', '/market', '/reset-password'] as const

export const isPersonalPath = (path: string): boolean =>
  PERSONAL.some((one) => path === one || path.startsWith(`${one}/`))
