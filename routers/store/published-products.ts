import type { EntityManager } from '@mikro-orm/postgresql'
import {
  countPublishedProducts,
  findPublishedProducts,
  type PublishedProductsQuery,
} from '#entities/catalogue/search/find-published-products.ts'
import { dependenciesOf } from '../answer-cache/dependencies.ts'
import type { FindPage } from '../reading/list-rows.ts'

/** Pages of published products, newest first. */
export const publishedProducts =
  (em: EntityManager, products: PublishedProductsQuery): FindPage =>
  async (span) => {
    const keys = await findPublishedProducts(em, products, span)
    const isLast = keys.length < span.limit && (keys.length > 0 || span.offset === 0)
    if (isLast) return { keys, count: span.offset + keys.length }
    const count = () => countPublishedProducts(em, products)
    return { keys, count: await (dependenciesOf(em)?.countOnce(JSON.stringify(products), count) ?? count()) }
  }
