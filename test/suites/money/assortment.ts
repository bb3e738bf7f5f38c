import type { MoneyApi } from './api.ts'
import type { DiscountedGoods } from './ledger/discount.ts'
import type { Market } from './market.ts'
import type { Random } from './random.ts'

/** A product with one variant. Price and rates are those of today: orders have their own. */
export interface Product {
  label: string
  id: string
  variant: string
  price: number
  /** Rates linked to this product, in hundredths of a percent. Empty: the rate of the region applies. */
  linkedRates: { id: string; rate: number }[]
  allowsDiscounts: boolean
  state: 'published' | 'draft' | 'unlisted' | 'deleted'
  /** A sale of this product. Its price applies while it is lower than the regular price. */
  sale: { id: string; price: number } | null
  /** The price without the sale. */
  regularPrice: number
  stock: number
  /** Units that left the stock. */
  taken: number
}

const FIRST_STOCK = 1000

let products = 0

export async function openAssortment(
  api: MoneyApi,
  { market, random }: { market: Market; random: Random },
): Promise<Product[]> {
  const assortment: Product[] = []
  for (const label of ['P', 'Q', 'R'].slice(0, random.integer(2, 3)))
    assortment.push(await openProduct(api, { market, random, label }))
  return assortment
}

async function openProduct(
  api: MoneyApi,
  { market, random, label }: { market: Market; random: Random; label: string },
): Promise<Product> {
  const price = random.pick([random.integer(1, 99), random.integer(100, 9999), random.integer(1, 99) * 100, 333, 1999])
  const allowsDiscounts = random.chance(90)
  const { product } = await api.send('POST', '/admin/products', {
    title: label,
    handle: `money-${process.pid}-${++products}`,
    status: 'published',
    discountable: allowsDiscounts,
    options: [{ title: 'Size' }],
    sales_channels: [{ id: market.salesChannel }],
    variants: [
      {
        title: label,
        inventory_quantity: FIRST_STOCK,
        prices: [{ region_id: market.id, amount: price }],
        options: [{ value: label }],
      },
    ],
  })
  const linkedRates = []
  for (const rate of random.pick([[], [], [500], [0], [700, 125]]))
    linkedRates.push(await linkRate(api, { market, product, rate }))
  const variant = product.variants[0].id
  const sale = random.chance(20) ? await openSale(api, { market, variant, price: random.integer(1, price) }) : null
  const prices = { price: sale?.price ?? price, regularPrice: price, sale }
  const rest = { linkedRates, allowsDiscounts, stock: FIRST_STOCK, taken: 0 }
  return { label, id: product.id, variant, state: 'published', ...prices, ...rest }
}

async function openSale(
  api: MoneyApi,
  { market, variant, price }: { market: Market; variant: string; price: number },
): Promise<Product['sale']> {
  const { price_list } = await api.send('POST', '/admin/price-lists', {
    name: 'Sale',
    description: 'Sale',
    type: 'sale',
    status: 'active',
    prices: [{ variant_id: variant, region_id: market.id, amount: price }],
  })
  return { id: price_list.id, price }
}

async function linkRate(
  api: MoneyApi,
  { market, product, rate }: { market: Market; product: { id: string }; rate: number },
) {
  const body = {
    name: `Rate ${rate}`,
    code: `rate-${rate}`,
    region_id: market.id,
    rate: rate / 100,
    products: [product.id],
  }
  return { id: (await api.send('POST', '/admin/tax-rates', body)).tax_rate.id, rate }
}

/** Goods at the terms of today, bought without a rebate. */
export const goodsOf = (product: Product, market: Market, quantity: number): DiscountedGoods => ({
  product: product.id,
  price: product.price,
  quantity,
  includesTax: market.includesTax,
  rates: ratesOf(product, market),
  allowsDiscounts: product.allowsDiscounts,
  rebate: 0,
})

export const ratesOf = ({ linkedRates }: Product, { rate }: Pick<Market, 'rate'>): number[] =>
  linkedRates.length > 0 ? linkedRates.map((one) => one.rate) : [rate]
