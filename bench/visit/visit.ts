import { checkOutOver } from '../checkout.ts'
import type { Connection } from '../connection.ts'
import { READS, type Request } from './requests.ts'
import type { VisitShop } from './shop.ts'

/** A client of the shop, as `Connection`. */
export type Visitor = Pick<Connection, 'send' | 'read'>

type RequestArguments = [method: string, path: string, body?: object]

export const argumentsOf = ({ method = 'GET', path, body }: Request, { shop, i }: VisitAt): RequestArguments => [
  method,
  path(shop, i),
  body?.(shop, i),
]

interface VisitAt {
  shop: VisitShop
  i: number
}

/**
 * A visit of a storefront: home page, page of a collection, search, four product pages, and a checkout. The search with
 * facets is left out unless `hasFacets`.
 */
export async function visit(
  visitor: Visitor,
  { shop, i, hasFacets }: VisitAt & { hasFacets: boolean },
): Promise<object> {
  const read = (request: Request, n = i) => visitor.read(...argumentsOf(request, { shop, i: n }))
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
  return checkOutOver(visitor, shop, i)
}
