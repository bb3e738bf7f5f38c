import { z } from 'zod'
import { FACETS } from '#entities/catalogue/search/facets.ts'
import { priceContext } from './price-context.ts'
import { MAX_STORE_LIMIT, queryInt, queryOneOrMany } from './query.ts'

const MAX_OPTIONS = 20
const MAX_PRICE_BOUNDS = 20

const ids = z.array(z.string()).optional()
const bound = z.int().min(0).optional()

const isShort = (options: object) => Object.keys(options).length <= MAX_OPTIONS
const TOO_MANY_OPTIONS = `options must have at most ${MAX_OPTIONS} titles`

const filter = z.strictObject({
  category_id: ids,
  collection_id: ids,
  type_id: ids,
  tags: ids,
  options: z.record(z.string(), z.array(z.string())).refine(isShort, TOO_MANY_OPTIONS).optional(),
  price: z.strictObject({ gt: bound, gte: bound, lt: bound, lte: bound }).optional(),
})

export const productSearch = z
  .strictObject({
    q: z.string().nullish(),
    offset: z.int().min(0).prefault(0),
    limit: z.int().min(0).max(MAX_STORE_LIMIT).prefault(20),
    filter: filter.nullish(),
    facets: z.array(z.enum(FACETS)).optional(),
    price_bounds: z.array(z.int().min(0)).max(MAX_PRICE_BOUNDS).optional(),
    ...priceContext,
  })
  .prefault({})

const queryBound = queryInt.optional()

/** Filters of product lists for the values of facets. */
export const facetFilters = {
  options: z.record(z.string(), queryOneOrMany(z.string())).refine(isShort, TOO_MANY_OPTIONS).optional(),
  price: z.strictObject({ gt: queryBound, gte: queryBound, lt: queryBound, lte: queryBound }).optional(),
}
