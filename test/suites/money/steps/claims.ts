import { goodsOf } from '../assortment.ts'
import { expectEqual } from '../disagreement.ts'
import { LedgerLine } from '../ledger/ledger-line.ts'
import { agreedValueOf, type ChosenItem, chooseItems, coverItems, named, newestOf, requestOf } from './return-items.ts'
import type { Step } from './step.ts'

const claimed = (items: readonly ChosenItem[]) =>
  requestOf(items).map((item) => ({ ...item, reason: 'production_failure' }))

/** A claim of fulfilled goods, shipped or not. It refunds the paid price of the goods. */
export const claimRefund: Step = async (play, random) => {
  const { api, order, ledger } = play
  const items = chooseItems(play, random)
  if (ledger.isCanceled || !ledger.isCaptured || items.length === 0) return null
  const refund = Math.min(ledger.settle(agreedValueOf(items)), Math.max(0, ledger.kept))
  const body = { type: 'refund', claim_items: claimed(items) }
  const { claims } = (await api.send('POST', `/admin/orders/${order}/claims`, body)).order
  const claim = newestOf(claims)
  expectEqual(`Refund of the claim of ${named(items)}`, refund, claim.refund_amount ?? 0)
  coverItems(items)
  ledger.refund(refund)
  play.paymentStatuses.set(claim.id, refund > 0 ? 'refunded' : 'na')
  play.openClaims.push({ id: claim.id, lines: [] })
  return `claim ${named(items)}: ${refund}`
}

/** A claim whose replacement carries the paid price of the claimed goods. */
export const claimReplacement: Step = async (play, random) => {
  const { api, order, ledger, market } = play
  const offered = play.products.filter(({ state }) => state === 'published')
  const items = chooseItems(play, random)
  if (ledger.isCanceled || !ledger.isCaptured || items.length === 0 || offered.length === 0) return null
  const product = random.chance(70)
    ? (offered.find(({ variant }) => variant === items[0]?.line.variant) ?? random.pick(offered))
    : random.pick(offered)
  const quantity = random.chance(70) ? (items[0]?.quantity ?? 1) : random.integer(1, 3)
  const body = {
    type: 'replace',
    claim_items: claimed(items),
    additional_items: [{ variant_id: product.variant, quantity }],
    shipping_methods: [{ option_id: market.shipping.id, price: 0 }],
  }
  const { claims } = (await api.send('POST', `/admin/orders/${order}/claims`, body)).order
  const claim = newestOf(claims)
  const value = agreedValueOf(items)
  coverItems(items)
  const label = `${product.label}${ledger.allLines.length + 1}`
  const goods = goodsOf(product, market, quantity)
  const money = { net: value, discount: 0, tax: 0, total: value }
  ledger.sentLines.push(
    new LedgerLine({ id: claim.additional_items[0].id, label, variant: product.variant, goods, money }),
  )
  product.taken += quantity
  play.openClaims.push({ id: claim.id, lines: [label] })
  play.paymentStatuses.set(claim.id, 'na')
  return `replace ${named(items)} by ${quantity} × ${label}, worth ${value}`
}

export const fulfillClaim: Step = async (play, random) => {
  const { api, order, ledger } = play
  const open = play.openClaims.filter(({ lines }) =>
    ledger.sentLines.some(({ label, fulfilled }) => lines.includes(label) && fulfilled === 0),
  )
  if (open.length === 0) return null
  const claim = random.pick(open)
  await api.send('POST', `/admin/orders/${order}/claims/${claim.id}/fulfillments`, {})
  for (const line of ledger.sentLines) if (claim.lines.includes(line.label)) line.fulfilled = line.quantity
  return `fulfill the claim with ${claim.lines.join()}`
}
