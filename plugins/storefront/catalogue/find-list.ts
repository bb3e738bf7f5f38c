import { NotFound } from 'cartwright'
import type { Facets, Product } from '../api.ts'
import type { Visit } from '../site/visit.ts'
import { type ListQuery, ORDERS } from './list-query.ts'
import { readCards, withCardData } from './read-products.ts'

/** The products that a list can show, before the filters of the visitor. */
export interface ListScope {
  category_id?: string[]
  collection_id?: string[]
}

export interface FoundProducts {
  products: readonly Product[]
  count: number
  facets: Facets
  /** Whether only other words than those of the visitor find products. */
  isCorrected?: boolean
}

export const PAGE_SIZE = 24

const FACETS = ['collection_id', 'type_id', 'tags', 'options', 'price'] as const

/** Products that a search by other words than those of the visitor can have. */
const MAX_CORRECTED = 100

/** The products of a page of a list, and the values of its filters. @throws NotFound for a page after the last one. */
export async function findList(visit: Visit, query: ListQuery, scope: ListScope): Promise<FoundProducts> {
  const { store, market } = visit
  const { q, sort, page } = query
  const filter = { ...filterOf(visit, query), ...scope }
  const span = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
  const region_id = market.region.id
  const isByRank = q !== '' && sort === undefined
  const [listed, searched] = await Promise.all([
    readCards(visit, {
      ...{ ...(q && { q }), ...filter, ...(isByRank ? { limit: 0 } : span) },
      order: ORDERS[sort ?? 'newest'],
    }),
    store.products.search({
      ...{ q, filter, region_id, facets: [...FACETS] },
      ...(isByRank ? span : { limit: 0 }),
    }),
  ])
  const found =
    q !== '' && listed.count === 0
      ? await findCorrected(visit, query, filter)
      : isByRank
        ? {
            products: await withCardData(visit, searched.hits),
            count: Math.max(listed.count, span.offset + searched.hits.length),
          }
        : listed
  if (page > 1 && found.products.length === 0) throw new NotFound('This list has no such page')
  const isCorrected = q !== '' && listed.count === 0 && found.products.length > 0
  return { ...found, isCorrected, facets: searched.facets ?? {} }
}

/** The list of a search with misspelled words, which only the search corrects. */
async function findCorrected(visit: Visit, { q, sort, page }: ListQuery, filter: ListFilter) {
  const { store, market } = visit
  const { hits } = await store.products.search({ q, filter, region_id: market.region.id, limit: MAX_CORRECTED })
  const offset = (page - 1) * PAGE_SIZE
  if (!sort || hits.length === 0)
    return { products: await withCardData(visit, hits.slice(offset, offset + PAGE_SIZE)), count: hits.length }
  return readCards(visit, { id: hits.map(({ id }) => id), limit: PAGE_SIZE, offset, order: ORDERS[sort] })
}

type ListFilter = ReturnType<typeof filterOf> & ListScope

function filterOf(visit: Visit, { collection, type, tag, option, min, max }: ListQuery) {
  const options = Object.fromEntries(Object.entries(option).filter(([, { length }]) => length > 0))
  const [gte, lte] = [netAmountOf(visit, min), netAmountOf(visit, max)]
  return {
    ...(collection.length > 0 && { collection_id: collection }),
    ...(type.length > 0 && { type_id: type }),
    ...(tag.length > 0 && { tags: tag }),
    ...(Object.keys(options).length > 0 && { options }),
    ...((gte !== undefined || lte !== undefined) && {
      price: { ...(gte !== undefined && { gte }), ...(lte !== undefined && { lte }) },
    }),
  }
}

/** The shop compares prices without tax, if it stores them without tax. */
function netAmountOf({ format, ...visit }: Visit, text: string): number | undefined {
  const amount = format.readMoney(text)
  return amount === undefined ? undefined : Math.round(amount / taxFactorOf(visit))
}

export const taxFactorOf = ({ market: { region, showsTax } }: Pick<Visit, 'market'>): number =>
  showsTax && !region.includes_tax ? 1 + region.tax_rate / 100 : 1
