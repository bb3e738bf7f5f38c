import { Client } from 'pg'
import type { CartReply } from '../../../../bench/checkout.ts'
import { Connection } from '../../../../bench/connection.ts'
import { TABLES } from '../../../../bench/growth/tables.ts'
import type { BenchShop, Login } from '../../../../bench/shop.ts'
import { createLargeFiles } from './create-large-files.ts'

export interface AttackTargets {
  words: readonly string[]
  largeCart: string
  /** Paths of an image and of an export. */
  files: readonly string[]
}

const WORDS = ['cotton', 'comfortable', 'collection', 'coat', 'colour', 'winter', 'wool', 'washing', 'warm', 'weather']
const WORDS_PER_PRODUCT = 600

/** In the order of their foreign keys. */
const CATALOGUE = [
  ...['product', 'product_variant', 'money_amount', 'product_option', 'product_option_value', 'product_sales_channel'],
]

export async function createAttackTargets(
  { server, databaseUrl, products }: { server: Login; databaseUrl: string; products: number },
  { region, products: sold }: BenchShop,
): Promise<AttackTargets> {
  const { url } = server
  await fillCatalogue(databaseUrl, products)
  const visitor = new Connection(url)
  const variants = sold.flatMap((product) => product.variants.map(({ id }) => id))
  const largeCart = await largestCart(visitor, region.id, variants)
  visitor.close()
  return { words: WORDS, largeCart, files: await createLargeFiles(server) }
}

async function fillCatalogue(databaseUrl: string, count: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await fill(client, count)
  } finally {
    await client.end()
  }
}

async function fill(client: Client, count: number): Promise<void> {
  for (const name of CATALOGUE) await client.query(TABLES.find((one) => one.name === name)!.rows(count))
  await client.query(
    `update product set description = (
       select string_agg(($1::text[])[1 + (i * 7 + abs(hashtext(id))) % $2::int], ' ') from generate_series(1, $3::int) i)
     where id like 'prod_0000%'`,
    [WORDS, WORDS.length, WORDS_PER_PRODUCT],
  )
  await client.query('vacuum analyze')
}

/** Number of lines that the attacks need. The shop may accept fewer. */
const LINES = 900

async function largestCart(visitor: Connection, region_id: string, variants: readonly string[]): Promise<string> {
  const line = (i: number) => ({ variant_id: variants[i % variants.length], quantity: 1, metadata: { i } })
  for (const count of [LINES, 500, 300, 200, 150, 100, 50]) {
    const items = Array.from({ length: count }, (_, i) => line(i))
    const reply = await visitor.post<CartReply>('/store/carts', { region_id, items }).catch(() => undefined)
    if (!reply) continue
    const at = `/store/carts/${reply.cart.id}/line-items`
    const add = (i: number) =>
      visitor.post(at, line(i)).then(
        () => true,
        () => false,
      )
    for (let i = count; i < LINES && (await add(i)); i++);
    return reply.cart.id
  }
  throw new Error('The shop takes no cart with 50 lines')
}
