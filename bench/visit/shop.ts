import { BenchProblem } from '../bench-problem.ts'
import { Connection } from '../connection.ts'
import { type BenchShop, type Login, setUpMarket } from '../shop.ts'

export interface VisitShop extends BenchShop {
  products: { id: string; handle: string; variants: { id: string }[] }[]
  collections: string[]
  /** Belongs to a customer group with its own price list. */
  customer: { email: string; password: string }
}

interface Row {
  id: string
}

export const VISITED_PRODUCTS = 200

const MATERIALS = ['Linen', 'Cotton', 'Wool', 'Silk', 'Denim', 'Canvas']
const GARMENTS = ['shirt', 'jacket', 'trousers', 'coat', 'scarf', 'hat', 'bag', 'dress']
const SIZES = ['S', 'M', 'L', 'XL']
const STOCK = 10_000_000

const GROUP = 'bench-visits'

interface Group {
  id: string
  metadata: { shop: VisitShop } | null
}

/** Returns the shop, and creates it at the first call. The metadata of a customer group stores it for later runs. */
export async function findOrSetUpVisitShop(login: Login, count: number): Promise<VisitShop> {
  const admin = new Connection(login.url)
  await admin.logIn(login.email, login.password)
  const groups = await admin.get<{ customer_groups: Group[] }>(`/admin/customer-groups?name[]=${GROUP}`)
  const known = groups.customer_groups[0]?.metadata?.shop
  const found = await admin.get<{ count: number }>('/store/products?limit=1')
  if (found.count !== (known ? count : 0))
    throw new BenchProblem(
      `The shop at ${login.url} has ${found.count} products, and the benchmark needs one with its own ${count} products only. Start it with an empty database.`,
    )
  const shop = known ?? (await setUpVisitShop(login, count))
  if (!known) await admin.post('/admin/customer-groups', { name: GROUP, metadata: { shop } })
  admin.close()
  return shop
}

/**
 * Creates products with four variants, two images, two tags, a type and a collection each. One product in five is on
 * sale for all customers, and another in five for a group of customers.
 */
export async function setUpVisitShop({ url, email, password }: Login, count: number): Promise<VisitShop> {
  const admin = new Connection(url)
  await admin.logIn(email, password)
  const market = await setUpMarket(admin, url)
  const run = Date.now().toString(36)
  const collections: string[] = []
  for (let i = 0; i < 8; i++) {
    const { collection } = await admin.post<{ collection: Row }>('/admin/collections', { title: `${run} ${i}` })
    collections.push(collection.id)
  }
  const { store } = await admin.get<{ store: { default_sales_channel_id: string } }>('/admin/store')
  const channel = store.default_sales_channel_id
  const products: VisitShop['products'] = []
  for (let i = 0; i < count; i++)
    products.push(await createProduct(admin, newProduct(i, { run, channel, collection_id: collections[i % 8]! })))
  const { customer_group } = await admin.post<{ customer_group: Row }>('/admin/customer-groups', { name: run })
  const sale = { name: run, description: 'Sale', type: 'sale', status: 'active' }
  await admin.post('/admin/price-lists', { ...sale, prices: pricesOf(products, 0, 900) })
  await admin.post('/admin/price-lists', {
    ...sale,
    prices: pricesOf(products, 1, 800),
    customer_groups: [{ id: customer_group.id }],
  })
  const account = { email: `visitor-${run}@example.com`, password: 'correct horse battery' }
  const visitor = new Connection(url)
  const { customer } = await visitor.post<{ customer: Row }>('/store/customers', {
    ...account,
    first_name: 'Ada',
    last_name: 'Byron',
  })
  await admin.post(`/admin/customer-groups/${customer_group.id}/customers/batch`, {
    customer_ids: [{ id: customer.id }],
  })
  visitor.close()
  admin.close()
  return { ...market, products, collections, customer: account }
}

export async function createProduct(admin: Connection, row: object): Promise<VisitShop['products'][number]> {
  const { product } = await admin.post<{ product: VisitShop['products'][number] }>('/admin/products', row)
  return { id: product.id, handle: product.handle, variants: product.variants.map(({ id }) => ({ id })) }
}

interface Placement {
  run: string
  /** Default: the default sales channel of the store. */
  channel?: string
  collection_id: string
}

export const newProduct = (i: number, { run, channel, collection_id }: Placement): object => ({
  title: `${MATERIALS[i % 6]} ${GARMENTS[i % 8]} ${i}`,
  handle: `${run}-${i}`,
  description: 'Made for the summer and for the winter, and washed at low temperatures.',
  status: 'published',
  images: [1, 2].map((n) => `https://images.example.com/${run}/${i}-${n}.jpg`),
  thumbnail: `https://images.example.com/${run}/${i}-1.jpg`,
  type: { value: GARMENTS[i % 8] },
  tags: [{ value: `tag ${i % 20}` }, { value: `tag ${20 + (i % 7)}` }],
  options: [{ title: 'Size' }],
  collection_id,
  ...(channel && { sales_channels: [{ id: channel }] }),
  variants: SIZES.map((size, k) => ({
    title: size,
    sku: `${run}-${i}-${size}`,
    inventory_quantity: STOCK,
    manage_inventory: true,
    prices: [{ currency_code: 'eur', amount: 1950 + k * 100 + i }],
    options: [{ value: size }],
  })),
})

const pricesOf = (products: VisitShop['products'], remainder: number, amount: number) =>
  products
    .filter((_, i) => i % 5 === remainder)
    .flatMap(({ variants }) => variants.map(({ id }) => ({ currency_code: 'eur', amount, variant_id: id })))
