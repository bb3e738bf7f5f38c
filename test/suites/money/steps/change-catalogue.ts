import { productOf } from '../play.ts'
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
  const { api, products, discounts } = play
  const [discount] = discounts
  if (!discount || play.isDiscountDeleted) return null
  const at = `/admin/discounts/${discount.ruleOwner}`
  const kind = random.pick(['value', 'condition', 'disable', 'delete'] as const)
  if (kind === 'value') {
    const value = random.integer(1, 100)
    await api.send('POST', at, { rule: { id: discount.rule, value } })
    return `the discount is now worth ${value}`
  }
  if (kind === 'disable') {
    await api.send('POST', at, { is_disabled: true })
    return 'the discount is disabled'
  }
  if (kind === 'delete') {
    await api.send('DELETE', at)
    play.isDiscountDeleted = true
    return 'the discount is deleted'
  }
  const product = productOf(play, random.pick(products).variant)
  const { status } = await api.try('POST', `${at}/conditions`, { operator: 'not_in', products: [product.id] })
  return status === 200 ? `the discount excludes ${product.label}` : null
}
