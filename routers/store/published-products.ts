import type { EntityManager } from '@mikro-orm/postgresql'
import type { Page } from '#database/read/read-trees.ts'
import {
  countPublishedProducts,
  fewPublishedProducts,
  findPublishedProducts,
  type PublishedProductsQuery,
} from '#entities/catalogue/search/find-published-products.ts'
import type { Span } from '#entities/platform/page-span/page-span.ts'
import { dependenciesOf } from '../answer-cache/dependencies.ts'
import type { FindPage } from '../reading/list-rows.ts'

/**
 * Returns how `listRows` finds a page of published products, newest first. Only a filter by handle has a prepared statement
 * for keys and rows, because each such statement takes memory in every connection.
 */
export function publishedProducts(
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
    const isLast = keys.length < span.limit && (keys.length > 0 || span.offset === 0)
    if (isLast) return { keys, count: span.offset + keys.length }
    const count = () => countPublishedProducts(em, products)
    return { keys, count: await (dependenciesOf(em)?.countOnce(JSON.stringify(products), count) ?? count()) }
  }
