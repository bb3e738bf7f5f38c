import type { Request, RequestHandler } from 'express'
import { sendCompressed } from './send-json.ts'

/** Queries of the console with numbers and names only: no secret, and no text of the caller (BREACH). */
const PLAIN = new Set(['/admin.auth.permissions', '/admin.statistics.sales'])

/** Long queries. Their answers can have a code next to a text of the caller, so only `isOfOwnPage` protects them (BREACH). */
const LONG = new Set([
  '/admin.auditLog.list',
  '/admin.collections.list',
  '/admin.customers.list',
  '/admin.discounts.list',
  '/admin.draftOrders.list',
  '/admin.inventoryItems.list',
  '/admin.orders.get',
  '/admin.orders.list',
  '/admin.plugins.list',
  '/admin.priceLists.list',
  '/admin.productCategories.list',
  '/admin.productTypes.list',
  '/admin.products.get',
  '/admin.products.list',
  '/admin.regions.get',
  '/admin.regions.list',
  '/admin.reservations.list',
  '/admin.statistics.attention',
  '/admin.statistics.lowStock',
  '/admin.statistics.topProducts',
  '/admin.store.get',
  '/admin.variants.list',
])

/** No other page can cause such a request and measure its length for many texts. Browsers set the header themselves. */
const isOfOwnPage = (req: Request) => req.headers['sec-fetch-site'] === 'same-origin'

const isCompressed = (req: Request) =>
  req.method === 'GET' && (PLAIN.has(req.path) || (LONG.has(req.path) && isOfOwnPage(req)))

/** Compresses the answers of long queries of the console. The answer to a batch stays as it is. */
export const compressAnswers: RequestHandler = (req, res, next) => {
  if (!isCompressed(req)) return next()
  const parts: Buffer[] = []
  const { write, end } = res
  const keep = (part: unknown) => {
    if (typeof part === 'string' || part instanceof Uint8Array) parts.push(Buffer.from(part as string))
    return true
  }
  res.write = keep
  res.end = (part?: unknown) => {
    keep(part)
    Object.assign(res, { write, end })
    res.vary('Accept-Encoding')
    sendCompressed(res, Buffer.concat(parts)).catch(next)
    return res
  }
  next()
}
