import type { QueryResult } from 'pg'
import * as sql from './catalogue.ts'

export type Run = (text: string, values: unknown[]) => Promise<QueryResult>

interface SearchBody {
  q: string
  limit: number
  region_id: string
}

/** Returns the JSON of the response, or undefined for a path outside of the catalogue. */
export async function readCatalogue(run: Run, url: URL, body: object): Promise<string | undefined> {
  const [, , resource, id] = url.pathname.split('/')
  const region = url.searchParams.get('region_id')
  if (resource === 'products' && id === 'search') return search(run, body as SearchBody)
  if (resource === 'products' && id) {
    const { rows } = await run(sql.productById, [region, id])
    return `{"product":${rows[0].row}}`
  }
  if (resource === 'products') return listProducts(run, url.searchParams)
  if (resource === 'variants') {
    const { rows } = await run(sql.variants, [region, url.searchParams.get('limit')])
    return `{"variants":${rows[0].rows}}`
  }
  if (resource === 'shipping-options') {
    const { rows } = await run(sql.shippingOptions, [region])
    return `{"shipping_options":${rows[0].rows}}`
  }
  const [key, text, limit] = TABLES[resource ?? ''] ?? []
  return key && text ? page(key, await run(text, [limit]), { limit, offset: 0 }) : undefined
}

const TABLES: Record<string, [key: string, sql: string, limit: number]> = {
  collections: ['collections', sql.collections, 10],
  'product-types': ['product_types', sql.types, 20],
  regions: ['regions', sql.regions, 100],
}

async function listProducts(run: Run, parameters: URLSearchParams): Promise<string> {
  const [limit, offset] = [Number(parameters.get('limit') ?? 100), Number(parameters.get('offset') ?? 0)]
  const values = [parameters.get('region_id'), limit, offset]
  const q = parameters.get('q')
  if (q) return page('products', await run(sql.productsByText, [...values, `%${q}%`]), { limit, offset })
  for (const [name, text] of FILTERS) {
    const value = parameters.get(name)
    if (value) return page('products', await run(text, [...values, value]), { limit, offset })
  }
  return page('products', await run(sql.allProducts, values), { limit, offset })
}

const FILTERS = [
  ['handle', sql.productsByHandle],
  ['collection_id[]', sql.productsOfCollection],
] as const

async function search(run: Run, { q, limit, region_id }: SearchBody): Promise<string> {
  const { rows } = await run(sql.searchWithFacets, [region_id, q, limit])
  const { collection_id, type_id } = rows[0]
  return `{"hits":${rows[0].rows},"facets":${JSON.stringify({ collection_id, type_id })}}`
}

function page(key: string, { rows }: QueryResult, { limit, offset }: { limit: number | undefined; offset: number }) {
  return `{"${key}":${rows[0].rows},"count":${rows[0].count},"offset":${offset},"limit":${limit}}`
}
