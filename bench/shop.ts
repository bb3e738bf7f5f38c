import { Connection } from './connection.ts'
import { addLevels, prepareLocations } from './stock.ts'

export interface Login {
  url: string
  email: string
  password: string
}

interface Row {
  id: string
}

const STOCK = 10_000_000

export interface BenchShop {
  region: { id: string; countries: { iso_2: string }[] }
  option: { id: string }
  code: string
  products: { variants: { id: string }[] }[]
}

export type Market = Omit<BenchShop, 'products'>

/** Creates a region with 20 % tax, a shipping option, and a discount of 10 %. */
export async function setUpMarket(admin: Connection, url: string): Promise<Market> {
  const run = Date.now().toString(36)
  // Fails if the shop already has the currency.
  await admin.post('/admin/store/currencies/eur').catch(() => undefined)
  const { region } = await admin.post<{ region: Row }>('/admin/regions', {
    name: `Bench ${run}`,
    currency_code: 'eur',
    tax_rate: 20,
    payment_providers: ['manual'],
    fulfillment_providers: ['manual'],
    countries: [await freeCountry(admin)],
  })
  const { shipping_profiles } = await admin.get<{ shipping_profiles: (Row & { type: string })[] }>(
    '/admin/shipping-profiles',
  )
  const { shipping_option } = await admin.post<{ shipping_option: Row }>('/admin/shipping-options', {
    name: `Bench ${run}`,
    region_id: region.id,
    provider_id: 'manual',
    profile_id: shipping_profiles.find(({ type }) => type === 'default')!.id,
    data: { id: 'manual-fulfillment' },
    price_type: 'flat_rate',
    amount: 500,
  })
  const { discount } = await admin.post<{ discount: { code: string } }>('/admin/discounts', {
    code: `BENCH${run}`,
    is_dynamic: false,
    is_disabled: false,
    rule: { type: 'percentage', value: 10, allocation: 'total' },
    regions: [region.id],
  })
  return { region: await withCountries(url, region.id), option: shipping_option, code: discount.code }
}

/** Creates 20 products with 3 variants in a new market. */
export async function setUpShop({ url, email, password }: Login): Promise<BenchShop> {
  const admin = new Connection(url)
  await admin.logIn(email, password)
  const market = await setUpMarket(admin, url)
  const products = []
  const locations = await prepareLocations(admin, 1)
  for (let i = 0; i < 20; i++) {
    const product = await makeProduct(admin, `Bench ${market.region.id} ${i}`, i)
    for (const { id } of product.variants) await addLevels(admin, { variant_id: id, quantity: STOCK, locations })
    products.push(product)
  }
  admin.close()
  return { ...market, products }
}

async function makeProduct(admin: Connection, title: string, i: number): Promise<BenchShop['products'][number]> {
  const { store } = await admin.get<{ store: { default_sales_channel_id: string } }>('/admin/store')
  const { product } = await admin.post<{ product: BenchShop['products'][number] }>('/admin/products', {
    title,
    status: 'published',
    options: [{ title: 'Size' }],
    sales_channels: [{ id: store.default_sales_channel_id }],
    variants: [1950, 2050, 2150].map((amount, size) => ({
      title: `Size ${size}`,
      inventory_quantity: STOCK,
      manage_inventory: true,
      prices: [{ currency_code: 'eur', amount: amount + i * 100 }],
      options: [{ value: `Size ${size}` }],
    })),
  })
  return product
}

async function freeCountry(admin: Connection): Promise<string> {
  const { regions } = await admin.get<{ regions: BenchShop['region'][] }>('/admin/regions?limit=1000')
  const usedCountries = new Set(regions.flatMap((region) => region.countries.map(({ iso_2 }) => iso_2)))
  const free = 'de fr dk se no fi nl be lu at ch it es pt ie gb us ca mx br'
    .split(' ')
    .find((iso_2) => !usedCountries.has(iso_2))
  if (!free) throw new Error('All countries have a region. Start with an empty database.')
  return free
}

async function withCountries(url: string, id: string): Promise<BenchShop['region']> {
  const visitor = new Connection(url)
  const { region } = await visitor.get<{ region: BenchShop['region'] }>(`/store/regions/${id}`)
  visitor.close()
  return region
}
