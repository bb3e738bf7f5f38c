import type { Play, SoldDiscount } from '../play.ts'
import type { Random } from '../random.ts'
import type { Step } from './step.ts'

/** Changes after a sale that no sold line may notice. */
export const changePrice: Step = async (play, random) => {
  const { api, market } = play
  const product = random.pick(play.products)
  if (product.state === 'deleted') return null
  const price = random.integer(1, 9999)
  await api.send('POST', `/admin/products/${product.id}/variants/${product.variant}`, {
    prices: [{ region_id: market.id, amount: price }],
  })
  product.price = price
  return `${product.label} now costs ${price}`
}

export const changeTaxRate: Step = async (play, random) => {
  const { api, market } = play
  const rate = random.integer(0, 30) * 100
  const product = random.pick(play.products)
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

export const withdrawProduct: Step = async (play, random) => {
  const { api } = play
  const product = random.pick(play.products)
  if (product.state !== 'published') return null
  if (random.chance(50)) {
    await api.send('POST', `/admin/products/${product.id}`, { status: 'draft' })
    product.state = 'draft'
    return `${product.label} becomes a draft`
  }
  await api.send('DELETE', `/admin/products/${product.id}`)
  product.state = 'deleted'
  return `${product.label} is deleted`
}

export const changeDiscount: Step = async (play, random) => {
  if (play.discounts.length === 0) return null
  const discount = random.pick(play.discounts)
  return random.pick([changeValue, excludeProduct, disable, deleteDiscount])(play, discount, random)
}

type DiscountChange = (play: Play, discount: SoldDiscount, random: Random) => ReturnType<Step>

const pathOf = ({ ruleOwner }: SoldDiscount) => `/admin/discounts/${ruleOwner}`

const changeValue: DiscountChange = async ({ api }, discount, random) => {
  const value = random.integer(1, 100)
  const allocation = random.pick(['item', 'total'] as const)
  await api.send('POST', pathOf(discount), { rule: { id: discount.rule, value, allocation } })
  return `the discount is now worth ${value} by ${allocation}`
}

const excludeProduct: DiscountChange = async ({ api, products, excluded }, discount, random) => {
  const { id, label } = random.pick(products)
  const condition = { operator: 'not_in', products: [id] }
  const { status } = await api.try('POST', `${pathOf(discount)}/conditions`, condition)
  if (status !== 200) return null
  if (discount.terms) excluded.add(id)
  return `the discount excludes ${label}`
}

const disable: DiscountChange = async ({ api }, discount) => {
  await api.send('POST', pathOf(discount), { is_disabled: true })
  return 'the discount is disabled'
}

const deleteDiscount: DiscountChange = async (play, discount) => {
  await play.api.send('DELETE', pathOf(discount))
  play.discounts = play.discounts.filter((one) => one !== discount)
  return 'the discount is deleted'
}

/** The currency of a region with orders cannot change. */
export const changeCurrency: Step = async ({ api, market, ledger }) => {
  if (ledger.isCanceled) return null
  const currency_code = market.currency === 'eur' ? 'jpy' : 'eur'
  await api.refused('POST', `/admin/regions/${market.id}`, { currency_code })
  return null
}
