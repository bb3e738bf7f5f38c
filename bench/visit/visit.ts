import { type Send as CheckoutSend, checkout } from '../checkout.ts'
import { READS, type Request } from './requests.ts'
import type { VisitShop } from './shop.ts'

export type Send = <Body>(request: { name: string; method: string; path: string; body?: object }) => Promise<Body>

export const sendRequest = <Body>(send: Send, { name, method, path, body }: Request, at: VisitAt) =>
  send<Body>({ name, method: method ?? 'GET', path: path(at.shop, at.i), ...(body && { body: body(at.shop, at.i) }) })

interface VisitAt {
  shop: VisitShop
  i: number
}

/**
 * A visit of a storefront: home page, page of a collection, search, four product pages, and a checkout. The search with
 * facets is left out unless `hasFacets`.
 */
export async function visit(send: Send, { shop, i, hasFacets }: VisitAt & { hasFacets: boolean }): Promise<object> {
  const read = (request: Request, n = i) => sendRequest(send, request, { shop, i: n })
  await read(READS.regions)
  await read(READS.collections)
  await read(READS.page)
  await read(READS.collectionPage)
  await read(READS.search)
  if (hasFacets) await read(READS.facets)
  for (let page = 0; page < 2; page++) {
    await read(READS.handle, i * 4 + page * 2)
    await read(READS.product, i * 4 + page * 2 + 1)
  }
  const sendStep: CheckoutSend = (_step, method, path, body) =>
    send({ name: 'checkout', method, path, ...(body && { body }) })
  return checkout(sendStep, shop, i)
}
