import {
  countPublishedProducts,
  fewPublishedProducts,
  findPublishedProducts,
  type PublishedProductsQuery,
} from '#entities/catalogue/search/find-published-products.ts'
import { countOfLastPage } from '#entities/platform/page-span/page-span.ts'
import type { Reader } from '../context/dependencies.ts'
import type { FindPage } from '../reading/page-finder.ts'

/**
 * Finds a page of published products, newest first. Only a filter by handle has a prepared statement for keys and rows,
 * because each such statement takes memory in every connection.
 */
export const publishedProductsPage =
  ({ em, dependencies }: Reader, products: PublishedProductsQuery): FindPage =>
  async (span) => {
    const countAll = () => countPublishedProducts(em, products)
    const countOnce = () => dependencies?.countOnce(JSON.stringify(products), countAll) ?? countAll()
    const { handle, ...others } = products.filter
    const isByHandle = handle !== undefined && Object.values(others).every((value) => value === undefined)
    if (isByHandle) return { keys: fewPublishedProducts(products, span) }
    const keys = await findPublishedProducts(em, products, span)
    return { keys, count: countOfLastPage(keys.length, span) ?? (await countOnce()) }
  }
