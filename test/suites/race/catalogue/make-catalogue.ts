import type { AnyBody } from '../../../support/resources.ts'
import type { Administrator, RaceShop } from '../shop.ts'

export interface Catalogue {
  region: string
  options: string[]
  products: { id: string; variant: string }[]
  discount: { id: string; rule_id: string; code: string; usage_limit: number }
  card: string
  /** The code of a gift card that pays all carts that use it in full. */
  largeCard: string
  cardId: string
  taxRate: string
  priceList: string
  /** Number of products and options that may still be deleted. */
  deletions: number
}

const PRODUCTS = 8
const STOCK = 1000

/** Creates a separate region with its prices and taxes, so that other races are not affected. */
export async function makeCatalogue(
  shop: RaceShop,
  administrator: Administrator,
  deletions: number,
): Promise<Catalogue> {
  const make = async (path: string, body: object): Promise<AnyBody> => {
    const reply = await administrator('POST', `/admin/${path}`, body)
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const { region } = await make('regions', {
    name: 'Changing',
    currency_code: 'eur',
    tax_rate: 20,
    payment_providers: ['manual'],
    fulfillment_providers: ['manual'],
    countries: [],
  })
  const { shipping_profiles } = (await administrator('GET', '/admin/shipping-profiles')).body
  const { id: profile_id } = shipping_profiles.find(({ type }) => type === 'default')!
  const options: string[] = []
  for (const amount of [500, 700, 900]) {
    const { shipping_option } = await make('shipping-options', {
      name: `Changing ${amount}`,
      region_id: region.id,
      profile_id,
      provider_id: 'manual',
      data: { id: 'manual-fulfillment' },
      price_type: 'flat_rate',
      amount,
    })
    options.push(shipping_option.id)
  }
  const products: Catalogue['products'] = []
  while (products.length < PRODUCTS) {
    const product = await makeProduct(make, administrator)
    await shop.addStock(product.variant, STOCK)
    products.push(product)
  }
  const { discount } = await make('discounts', {
    code: 'CHANGING',
    is_dynamic: false,
    usage_limit: 2,
    rule: { type: 'percentage', value: 10, allocation: 'total' },
    regions: [region.id],
  })
  const { gift_card } = await make('gift-cards', { region_id: region.id, value: 2500 })
  const { gift_card: largeCard } = await make('gift-cards', { region_id: region.id, value: 1_000_000 })
  const { tax_rate } = await make('tax-rates', { region_id: region.id, name: 'Reduced', code: 'reduced', rate: 7 })
  const { price_list } = await make('price-lists', { name: 'Changing', description: '', type: 'sale', prices: [] })
  return {
    region: region.id,
    options,
    products,
    discount: { id: discount.id, rule_id: discount.rule_id, code: discount.code, usage_limit: 2 },
    card: gift_card.code,
    largeCard: largeCard.code,
    cardId: gift_card.id,
    taxRate: tax_rate.id,
    priceList: price_list.id,
    deletions: Math.min(4, deletions),
  }
}

async function makeProduct(make: (path: string, body: object) => Promise<AnyBody>, administrator: Administrator) {
  const { store } = (await administrator('GET', '/admin/store')).body
  const { product } = await make('products', {
    title: `Changing ${Math.random()}`,
    status: 'published',
    options: [{ title: 'Size' }],
    sales_channels: [{ id: store.default_sales_channel_id }],
    variants: [
      {
        title: 'One size',
        inventory_quantity: STOCK,
        prices: [{ currency_code: 'eur', amount: 1000 }],
        options: [{ value: 'One size' }],
      },
    ],
  })
  return { id: product.id, variant: product.variants[0].id }
}
