import { goodsOf, type Product } from '../assortment.ts'
import { selectPayment } from '../choose-payment.ts'
import { expectEqual } from '../disagreement.ts'
import {
  type DiscountedGoods,
  type DiscountTerms,
  discountOf,
  isDeal,
  isShared,
  secondDiscountOf,
} from '../ledger/discount.ts'
import { total } from '../ledger/exact.ts'
import { LedgerLine } from '../ledger/ledger-line.ts'
import { netOf, priceLine, priceShipping } from '../ledger/price.ts'
import { lineOf, type Play, productOf } from '../play.ts'
import { agreedValueOf, type ChosenItem, chooseItems, coverItems, named, newestOf, requestOf } from './return-items.ts'
import type { Step } from './step.ts'

/** A swap: its credit is the paid price, and its new goods have today's price with the agreed discount. */
export const swapItems: Step = async (play, random) => {
  const { api, order, ledger, market } = play
  const offered = play.products.filter(({ state }) => state === 'published')
  const items = chooseItems(play, random).slice(0, 1)
  if (ledger.isCanceled || !ledger.isCaptured || items.length === 0 || offered.length === 0) return null
  const product = random.chance(60)
    ? (offered.find(({ variant }) => variant === items[0]?.line.variant) ?? random.pick(offered))
    : random.pick(offered)
  const quantity = random.chance(60) ? (items[0]?.quantity ?? 1) : random.integer(1, 3)
  const terms = goodsOf(product, market, quantity)
  const goods = { ...terms, allowsDiscounts: terms.allowsDiscounts && qualifies(play, product) }
  const first = agreedDiscountOf(play, goods, items)
  const money = priceLine(goods, first + secondOf(play, { product, goods: terms, first }))
  const body = { return_items: requestOf(items), additional_items: [{ variant_id: product.variant, quantity }] }
  if (ledger.isRefunded) {
    await api.refused('POST', `/admin/orders/${order}/swaps`, body)
    return `refuse a swap of ${named(items)}`
  }
  const created = newestOf((await api.send('POST', `/admin/orders/${order}/swaps`, body)).order.swaps)
  const credit = agreedValueOf(items)
  const covered = coverItems(items)
  const cart = `/store/carts/${created.cart_id}`
  await api.send('POST', `${cart}/shipping-methods`, { option_id: market.shipping.id })
  const { total: asked } = await selectPayment(api, cart)
  const shipping = priceShipping({ ...market.shipping, rates: [market.rate] }).total
  const difference = money.total + shipping - credit
  expectEqual(`Total of the swap of ${named(items)} for ${quantity} × ${product.label}`, difference, asked)
  await api.send('POST', `${cart}/complete`, {})
  product.taken += quantity
  const label = `${product.label}${ledger.allLines.length + 1}`
  const { swaps } = (await api.send('GET', `/admin/orders/${order}`)).order
  const swap = swaps.find(({ id }) => id === created.id)
  ledger.sentLines.push(
    new LedgerLine({ id: swap?.additional_items[0].id ?? '', label, variant: product.variant, goods, money }),
  )
  play.hasSwap = true
  const script = `swap ${named(items)} for ${quantity} × ${label} (${difference})`
  const at = `/admin/orders/${order}/swaps/${created.id}`
  const owed = Math.max(0, -difference)
  if (owed - ledger.debt > ledger.kept) {
    await api.refused('POST', `${at}/process-payment`)
    play.paymentStatuses.set(created.id, 'awaiting')
  } else {
    await api.send('POST', `${at}/process-payment`)
    if (difference > 0) ledger.payments.push({ amount: difference, isCaptured: true, isOfSwap: true, refunded: 0 })
    const refund = ledger.settle(owed)
    ledger.refund(refund)
    play.paymentStatuses.set(created.id, difference > 0 ? 'captured' : refund > 0 ? 'difference_refunded' : 'confirmed')
  }
  if (random.chance(30)) return script
  const back = covered.map((item) => ({ item_id: lineOf(play, item.label).id, quantity: item.quantity }))
  await api.send('POST', `/admin/returns/${created.return_order.id}/receive`, { items: back })
  for (const item of covered) {
    const line = lineOf(play, item.label)
    line.received += item.quantity
    productOf(play, line.variant).taken -= item.quantity
  }
  return `${script}, received`
}

/** A product of the order has the discount that it was sold with. The conditions of today decide for other products. */
function qualifies({ excluded, ledger }: Play, { id }: Product): boolean {
  const sold = ledger.lines.filter(({ goods }) => goods.product === id)
  if (sold.length > 0) return sold.some(({ discount }) => discount > 0)
  return !excluded.has(id) && ledger.discount !== null && isDiscountedToday(ledger.discount, id)
}

const isDiscountedToday = ({ products }: DiscountTerms, id: string) => products === null || products.has(id)

/** New goods have the rate of the sale, or the part of a shared discount that the returned items had. */
function agreedDiscountOf(
  { ledger: { discount } }: Play,
  goods: DiscountedGoods,
  items: readonly ChosenItem[],
): number {
  if (!discount || !goods.allowsDiscounts) return 0
  if (!isShared(discount) && !isDeal(discount)) return discountOf({ ...discount, products: null }, goods)
  return Math.min(netOf(goods), total(items.map(({ line, quantity }) => line.discountOf(quantity))))
}

/** A product of the order has the second discount if it was sold with it. */
function secondOf(
  { ledger: { second, lines } }: Play,
  { product, goods, first }: { product: Product; goods: DiscountedGoods; first: number },
): number {
  const sold = lines.filter((line) => line.goods.product === product.id)
  const isDiscountedNow = sold.length > 0 ? sold.some((line) => line.second > 0) : true
  return second && goods.allowsDiscounts && isDiscountedNow ? secondDiscountOf(second.value, goods, first) : 0
}
