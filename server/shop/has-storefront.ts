import type { ShopParts } from '../plugin/shop-parts.ts'

/** Whether a plugin has a page at `/`. */
export const hasStorefront = ({ routes }: Pick<ShopParts, 'routes'>): boolean =>
  routes.some(({ route: { method, path } }) => method === 'GET' && path === '/')
