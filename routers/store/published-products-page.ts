import type { EntityManager } from '@mikro-orm/postgresql'
import type { Page } from '#database/read/read-trees.ts'
import {
  countPublishedProducts,
  fewPublishedProducts,
  findPublishedProducts,
  type PublishedProductsQuery,
} from '#entities/catalogue/search/find-published-products.ts'
import { countOfLastPage, type Span } from '#entities/platform/page-span/page-span.ts'
import { dependenciesOf } from '../context/dependencies.ts'
import type { FindPage } from '../reading/list-rows.ts'

/**
 * Returns how `listRows` finds a page of published products, newest first. Only a filter by handle has a prepared statement
 * for keys and rows, because each such statement takes memory in every connection.
 */
export function publishedProductsPage(
  em: EntityManager,
  products: PublishedProductsQuery,
  span: Span,
): { page: Page } | { findPage: FindPage } {
  const { handle, ...others } = products.filter
  const isByHandle = handle !== undefined && Object.values(others).every((value) => value === undefined)
  return isByHandle ? { page: fewPublishedProducts(products, span) } : { findPage: findPage(em, products) }
}

const findPage =
  (em: EntityManager, products: PublishedProductsQuery): FindPage =>
  async (span) => {
    const keys = await findPublishedProducts(em, products, span)
    return { keys, count: countOfLastPage(keys.length, span) ?? (await countOnce(em, products)) }
  }

function countOnce(em: EntityManager, products: PublishedProductsQuery): Promise<number> {
  const count = () => countPublishedProducts(em, products)
  return dependenciesOf(em)?.countOnce(JSON.stringify(products), count) ?? count()
}
