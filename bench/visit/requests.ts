import type { VisitShop } from './shop.ts'

export interface Request {
  name: string
  /** The floor has no admin API, and the peer has no facets. */
  answeredBy: 'all' | 'own and floor' | 'own and peer'
  method?: 'GET' | 'POST'
  path: (shop: VisitShop, i: number) => string
  body?: (shop: VisitShop, i: number) => object
}

const list = (parameters: string, { region }: VisitShop) => `/store/products?${parameters}&region_id=${region.id}`

/** Draws a product. As in a shop, a few products are read often (Zipf's law). All programs get the same draws. */
function productAt<Product>({ products }: { products: readonly Product[] }, i: number): Product {
  const draw = (i * GOLDEN_RATIO) % 1
  return products[Math.floor(products.length ** draw) - 1]!
}

const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2

const FACETS = ['collection_id', 'type_id']

export const READS = {
  page: { name: '12 products', answeredBy: 'all', path: (shop, i) => list(`limit=12&offset=${(i % 8) * 12}`, shop) },
  longPage: { name: '100 products', answeredBy: 'all', path: (shop) => list('limit=100', shop) },
  collectionPage: {
    name: '12 products of a collection',
    answeredBy: 'all',
    path: (shop, i) => list(`limit=12&collection_id[]=${shop.collections[i % shop.collections.length]}`, shop),
  },
  handle: {
    name: 'product by handle',
    answeredBy: 'all',
    path: (shop, i) => list(`handle=${productAt(shop, i).handle}`, shop),
  },
  product: {
    name: 'product by ID',
    answeredBy: 'all',
    path: (shop, i) => `/store/products/${productAt(shop, i).id}?region_id=${shop.region.id}`,
  },
  search: { name: 'search for a word', answeredBy: 'all', path: (shop) => list('q=cotton&limit=12', shop) },
  facets: {
    name: 'search with facets',
    answeredBy: 'own and floor',
    method: 'POST',
    path: () => '/store/products/search',
    body: ({ region }) => ({ q: 'cotton', limit: 12, facets: FACETS, region_id: region.id }),
  },
  variants: { name: '20 variants', answeredBy: 'all', path: () => '/store/variants?limit=20' },
  collections: { name: 'collections', answeredBy: 'all', path: () => '/store/collections' },
  types: { name: 'product types', answeredBy: 'all', path: () => '/store/product-types' },
  regions: { name: 'regions', answeredBy: 'all', path: () => '/store/regions' },
  shippingOptions: {
    name: 'shipping options',
    answeredBy: 'all',
    path: ({ region }) => `/store/shipping-options?region_id=${region.id}`,
  },
} satisfies Record<string, Request>

export const ADMIN_REQUESTS = {
  list: { name: '20 products (admin)', answeredBy: 'own and peer', path: () => '/admin/products?limit=20' },
  product: {
    name: 'a product (admin)',
    answeredBy: 'own and peer',
    path: (shop, i) => `/admin/products/${productAt(shop, i).id}`,
  },
  change: {
    name: 'change a product (admin)',
    answeredBy: 'own and peer',
    method: 'POST',
    path: (shop, i) => `/admin/products/${productAt(shop, i).id}`,
    body: (_, i) => ({ subtitle: `Version ${i}` }),
  },
} satisfies Record<string, Request>
