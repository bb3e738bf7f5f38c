import { randomUUID } from 'node:crypto'
import { escaped } from '#server/testing/hostile/encode.ts'
import type { AttackTargets } from './attack-targets.ts'
import type { Attacker } from './attacker.ts'

export type Attack = (attacker: Attacker, targets: AttackTargets) => Promise<void>

const MANY = 1000
/** The search may refuse a larger limit instead of lowering it. */
const MOST_FOUND = 200
const CALLS = 20
const FACETS = ['price', 'collection_id', 'tags']
const EURO = { currency_code: 'eur' }
const TOGETHER = 40
/** The default of `CONNECTIONS_PER_ADDRESS`, which does not apply to this machine. */
const MOST_CONNECTIONS = 200

const BATCH = Array.from({ length: CALLS }, () => 'store.products.list').join()
const BATCH_INPUT = Object.fromEntries(Array.from({ length: CALLS }, (_, i) => [i, { json: { limit: MANY } }]))

const PRODUCT_EXPANDS = [
  ...[
    'variants.prices',
    'variants.options',
    'variants.product',
    'options.values',
    'images',
    'tags',
    'type',
    'collection',
  ],
  ...['categories.parent_category', 'categories.category_children', 'sales_channels', 'profiles'],
].join()

const CART_EXPANDS = [
  ...['items.variant.product.images', 'items.variant.product.options.values', 'items.variant.product.tags'],
  ...['items.variant.options', 'region.currency', 'region.fulfillment_providers', 'items.variant.product.collection'],
].join()

export const ATTACKS: Readonly<Record<string, Attack>> = {
  'batches of big lists': (attacker) =>
    attacker.inLoops(4, () => ({
      method: 'GET',
      path: `/trpc/${BATCH}?batch=1&input=${escaped(JSON.stringify(BATCH_INPUT))}`,
    })),

  'long searches of repeated words': (attacker, { words }) =>
    attacker.inLoops(10, (i) => {
      const q = `${words[i % words.length]} ${words[(i + 1) % words.length]} `.repeat(40).slice(0, 200)
      return i % 2 === 0
        ? { path: '/store/products/search', body: { q, limit: MOST_FOUND } }
        : { method: 'GET', path: `/store/products?limit=${MANY}&q=${escaped(q)}` }
    }),

  'lists and facets that fill the queues': (attacker, { words }) =>
    attacker.inLoops(100, (i) => {
      const price = { gte: i % 1000 }
      return i % 3 === 0
        ? {
            path: '/store/products/search',
            body: { q: words[i % words.length], facets: FACETS, filter: { price }, ...EURO },
          }
        : {
            method: 'GET',
            path: `/store/products?limit=200&currency_code=eur&offset=${i % 2000}&price[gte]=${price.gte}`,
          }
    }),

  'requests with one idempotency key': (attacker, { largeCart }) => {
    const keys: string[] = []
    return attacker.inWaves(TOGETHER, (wave) => {
      keys[wave] ??= randomUUID()
      return {
        path: `/store/carts/${largeCart}`,
        body: { email: `wave${wave}@example.com` },
        headers: { 'idempotency-key': keys[wave] },
      }
    })
  },

  'changes of one cart': (attacker, { largeCart }) =>
    attacker.inWaves(TOGETHER, (wave, i) => ({
      path: `/store/carts/${largeCart}`,
      body: { email: `wave${wave}.${i}@example.com` },
    })),

  registrations: (attacker) =>
    attacker.inWaves(TOGETHER, () => ({
      path: '/store/customers',
      body: { first_name: 'M', last_name: 'M', email: `${randomUUID()}@example.com`, password: 'correct horse' },
    })),

  'answers that are never read': (attacker) => attacker.hardlyReading(60, { paths: [`/store/products?limit=${MANY}`] }),

  'answers of closed connections that are never read': (attacker) =>
    attacker.hardlyReading(60, { paths: [`/store/products?limit=${MANY}`], headers: { connection: 'close' } }),

  'pipelined lists and files that are never read': (attacker, { files }) =>
    attacker.hardlyReading(MOST_CONNECTIONS, {
      paths: [
        ...files,
        `/store/products?limit=${MANY}`,
        `/store/products?limit=100&expand=${PRODUCT_EXPANDS}`,
        ...files,
      ],
    }),

  'files that are read one byte per second': (attacker, { files }) =>
    attacker.hardlyReading(MOST_CONNECTIONS, { paths: files, bytesPerSecond: 1 }),

  'lists with expansions that are read one byte per second': (attacker) =>
    attacker.hardlyReading(MOST_CONNECTIONS, {
      paths: [`/store/products?limit=100&expand=${PRODUCT_EXPANDS}`, `/store/products?limit=${MANY}`],
      bytesPerSecond: 1,
    }),

  'reads of a cart with very many lines': (attacker, { largeCart }) =>
    attacker.inLoops(5, () => ({ method: 'GET', path: `/store/carts/${largeCart}` })),

  'deep expands': (attacker, { largeCart }) =>
    attacker.inLoops(10, (i) => ({
      method: 'GET',
      path:
        i % 2 === 0
          ? `/store/products?limit=${MANY}&expand=${PRODUCT_EXPANDS}`
          : `/store/carts/${largeCart}?expand=${CART_EXPANDS}`,
    })),
}
