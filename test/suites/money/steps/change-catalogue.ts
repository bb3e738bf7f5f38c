import type { Product } from '../assortment.ts'
import type { Play, SoldDiscount } from '../play.ts'
import type { Random } from '../random.ts'
import type { Step } from './step.ts'

/** The part of a shop that an administrator changes before and after a sale. */
export type Catalogue = Pick<Play, 'api' | 'market' | 'products' | 'discounts' | 'cards' | 'excluded'>

/** An open cart follows the change, and no sold line may notice it. */
export type CatalogueChange = (catalogue: Catalogue, random: Random) => ReturnType<Step>

export const changePrice: CatalogueChange = async ({ api, market, products }, random) => {
  const product = random.pick(products)
  if (product.state === 'deleted') return null
  const price = random.integer(1, 9999)
  await api.send('POST', `/admin/products/${product.id}/variants/${product.variant}`, {
    prices: [{ region_id: market.id, amount: price }],
  })
  product.regularPrice = price
  product.price = product.sale ? Math.min(price, product.sale.price) : price
  return `${product.label} now has the regular price ${price}`
}

export const endSale: CatalogueChange = async ({ api, products }, random) => {
  const onSale = products.filter(({ sale }) => sale)
  if (onSale.length === 0) return null
  const product = random.pick(onSale)
  await api.send('POST', `/admin/price-lists/${product.sale?.id}`, { ends_at: '2020-01-01T00:00:00Z' })
  product.sale = null
  product.price = product.regularPrice
  return `the sale of ${product.label} ends`
}

export const changeTaxRate: CatalogueChange = async ({ api, market, products }, random) => {
  const rate = random.integer(0, 30) * 100
  const product = random.pick(products)
  const [linked] = product.linkedRates
  if (!linked) {
    await api.send('POST', `/admin/regions/${market.id}`, { tax_rate: rate / 100 })
    market.rate = rate
    return `the region now has a tax of ${rate / 100} %`
  }
  await api.send('POST', `/admin/tax-rates/${linked.id}`, { rate: rate / 100 })
  linked.rate = rate
  return `${product.label} now has a tax of ${rate / 100} %`
}

const CHANNEL_PRODUCTS = ({ market }: Pick<Catalogue, 'market'>) =>
  `/admin/sales-channels/${market.salesChannel}/products/batch`

export async function withdraw(
  { api, market }: Pick<Catalogue, 'api' | 'market'>,
  product: Product,
  state: Exclude<Product['state'], 'published'>,
): Promise<string> {
  const { id, label } = product
  if (state === 'draft') await api.send('POST', `/admin/products/${id}`, { status: 'draft' })
  else if (state === 'deleted') await api.send('DELETE', `/admin/products/${id}`)
  else await api.send('DELETE', CHANNEL_PRODUCTS({ market }), { product_ids: [{ id }] })
  product.state = state
  return state === 'draft' ? `${label} becomes a draft` : `${label} is ${state}`
}

/** Sells a draft or a product without a channel again. */
export async function offerAgain({ api, market }: Pick<Catalogue, 'api' | 'market'>, product: Product): Promise<void> {
  if (product.state === 'draft') await api.send('POST', `/admin/products/${product.id}`, { status: 'published' })
  else await api.send('POST', CHANNEL_PRODUCTS({ market }), { product_ids: [{ id: product.id }] })
  product.state = 'published'
}

export const withdrawProduct: CatalogueChange = async (catalogue, random) => {
  const product = random.pick(catalogue.products)
  if (product.state !== 'published') return null
  return withdraw(catalogue, product, random.pick(['draft', 'unlisted', 'deleted']))
}

export const disableCards: CatalogueChange = async ({ api, cards }) => {
  for (const { id } of cards) await api.send('POST', `/admin/gift-cards/${id}`, { is_disabled: true })
  return cards.length === 0 ? null : 'the gift cards are disabled'
}

export const changeDiscount: CatalogueChange = async (catalogue, random) => {
  if (catalogue.discounts.length === 0) return null
  const discount = random.pick(catalogue.discounts)
  return random.pick([changeValue, excludeProduct, disable, end, deleteDiscount])(catalogue, discount, random)
}

type DiscountChange = (catalogue: Catalogue, discount: SoldDiscount, random: Random) => ReturnType<Step>

const pathOf = ({ ruleOwner }: SoldDiscount) => `/admin/discounts/${ruleOwner}`

const changeValue: DiscountChange = async ({ api }, discount, random) => {
  if (discount.tier) return null
  const value = random.integer(1, 100)
  const allocation = random.pick(['item', 'total'] as const)
  await api.send('POST', pathOf(discount), { rule: { id: discount.rule, value, allocation } })
  if (discount.terms) {
    const units = discount.terms.type === 'percentage' ? value * 100 : value
    discount.terms = { ...discount.terms, value: units, allocation }
  }
  return `the discount is now worth ${value} by ${allocation}`
}

const excludeProduct: DiscountChange = async ({ api, products, excluded }, discount, random) => {
  const { id, label } = random.pick(products)
  const condition = { operator: 'not_in', products: [id] }
  const { status } = await api.try('POST', `${pathOf(discount)}/conditions`, condition)
  if (status !== 200) return null
  if (discount.terms) {
    const included = discount.terms.products ?? new Set(products.map((product) => product.id))
    discount.terms = { ...discount.terms, products: new Set([...included].filter((one) => one !== id)) }
    excluded.add(id)
  } else discount.shippedAtPrice = new Set([...(discount.shippedAtPrice ?? []), id])
  return `the discount excludes ${label}`
}

const disable: DiscountChange = async ({ api }, discount) => {
  await api.send('POST', pathOf(discount), { is_disabled: true })
  discount.isEnded = true
  return 'the discount is disabled'
}

const end: DiscountChange = async ({ api }, discount) => {
  const { starts_at } = (await api.send('GET', pathOf(discount))).discount
  const ends_at = new Date(new Date(starts_at).getTime() + 1).toISOString()
  await api.send('POST', pathOf(discount), { ends_at })
  discount.isEnded = true
  return 'the discount ends'
}

const deleteDiscount: DiscountChange = async (catalogue, discount) => {
  await catalogue.api.send('DELETE', pathOf(discount))
  catalogue.discounts.splice(catalogue.discounts.indexOf(discount), 1)
  return 'the discount is deleted'
}

/** The currency of a region with orders cannot change. */
export const changeCurrency: Step = async ({ api, market, ledger }) => {
  if (ledger.isCanceled) return null
  const currency_code = market.currency === 'eur' ? 'jpy' : 'eur'
  await api.refused('POST', `/admin/regions/${market.id}`, { currency_code })
  return null
}
