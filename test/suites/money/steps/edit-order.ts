import type { AnyBody } from '../../../support/resources.ts'
import { goodsOf, ratesOf } from '../assortment.ts'
import { expectEqual } from '../disagreement.ts'
import { discountableOf, isDeal, isDiscounted, priceGoods, secondDiscountOf } from '../ledger/discount.ts'
import { roundedShare, total } from '../ledger/exact.ts'
import { LedgerLine } from '../ledger/ledger-line.ts'
import type { OrderLedger } from '../ledger/order-ledger.ts'
import { type Play, productOf } from '../play.ts'
import type { Random } from '../random.ts'
import { capture, refund } from './money.ts'
import type { Step } from './step.ts'

type Edit = AnyBody['order_edit']

interface Change {
  line: LedgerLine
  quantity: number
}

/** Changes unfulfilled lines or adds one, and is paid or confirmed without payment. */
export const editOrder: Step = async (play, random) => {
  const { api, order, ledger } = play
  if (ledger.isCanceled) return null
  const changes = chooseChanges(play, random)
  if (changes.length === 0) return null
  if (isBelowGiftCards(play, changes)) return null
  let edit = (await api.send('POST', '/admin/order-edits', { order_id: order })).order_edit
  for (const change of changes) edit = await makeChange(play, edit, change)
  const isPaid = edit.difference_due > 0 && random.chance(70)
  if (isPaid) await api.send('POST', `/admin/order-edits/${edit.id}/request`)
  const interlude = isPaid && random.chance(30) ? await random.pick([capture, refund])(play, random) : null
  const { due, outstanding } = ledger
  applyChanges(play, changes, edit)
  const difference = ledger.due - due
  expectEqual('difference_due of the edit', difference, edit.difference_due)
  const script = [
    `edit ${changes.map(({ line, quantity }) => `${line.label} to ${quantity}`).join(', ')} (${difference})`,
    ...(interlude ? [`${interlude} before the payment`] : []),
  ].join(', ')
  const owed = isPaid ? Math.max(0, Math.min(difference, difference + outstanding)) : 0
  if (isPaid) await payDifference(play, edit, owed)
  if (isPaid && random.chance(50)) await api.send('POST', `/store/order-edits/${edit.id}/complete`, {})
  else await api.send('POST', `/admin/order-edits/${edit.id}/confirm`)
  if (owed > 0) ledger.payments.push({ amount: owed, isCaptured: false, isOfSwap: false, refunded: 0 })
  ledger.endEdit()
  await renameLines(play)
  return `${script}, ${isPaid ? `${owed} paid` : 'confirmed without payment'}`
}

/** The customer pays the part of the difference that earlier payments do not cover. */
async function payDifference({ api }: Play, { id }: Edit, owed: number): Promise<void> {
  const { payment_collection: collection } = (await api.send('GET', `/admin/order-edits/${id}`)).order_edit
  expectEqual('Amount of the payment collection', owed, collection?.amount ?? 0)
  if (!collection) return
  const at = `/store/payment-collections/${collection.id}/sessions`
  const { payment_collection } = await api.send('POST', at, { provider_id: 'manual' })
  for (const session of payment_collection.payment_sessions) await api.send('POST', `${at}/${session.id}/authorize`, {})
}

/** The shop refuses an edit after which the gift cards would have paid more than the order costs. */
function isBelowGiftCards({ ledger }: Play, changes: readonly Change[]): boolean {
  if (ledger.spent.paid === 0) return false
  return changes.some(({ line, quantity }) => quantity < line.quantity)
}

function chooseChanges(play: Play, random: Random): Change[] {
  const { ledger, products, market } = play
  const open = ledger.lines.filter(({ fulfilled }) => fulfilled === 0)
  const changes: Change[] = []
  if (open.length > 0 && random.chance(75)) {
    const line = random.pick(open)
    const isLast = ledger.lines.length === 1
    const quantity = random.integer(isLast ? 1 : 0, line.quantity + 3)
    if (quantity !== line.quantity && hasTermsOfToday(play, line)) changes.push({ line, quantity })
  }
  const unsold = products.filter(
    ({ state, variant }) => state === 'published' && ledger.lines.every((line) => line.variant !== variant),
  )
  if (unsold.length > 0 && random.chance(40)) {
    const product = random.pick(unsold)
    const quantity = random.integer(1, 3)
    const terms = goodsOf(product, market, quantity)
    const goods = { ...terms, allowsDiscounts: terms.allowsDiscounts && !play.excluded.has(product.id) }
    const line = new LedgerLine({
      id: '',
      label: product.label,
      variant: product.variant,
      goods,
      money: priceGoods(goods, 0),
    })
    changes.push({ line, quantity })
  }
  return changes
}

/** Units can be added to a line if today's price is the price of the sale. */
function hasTermsOfToday(play: Play, { goods, variant }: LedgerLine): boolean {
  const product = productOf(play, variant)
  return (
    product.state === 'published' &&
    product.price === goods.price &&
    JSON.stringify(ratesOf(product, play.market)) === JSON.stringify(goods.rates)
  )
}

async function makeChange({ api }: Play, edit: Edit, { line, quantity }: Change): Promise<Edit> {
  const at = `/admin/order-edits/${edit.id}/items`
  const item = edit.items.find(({ variant_id }) => variant_id === line.variant)
  if (!item) return (await api.send('POST', at, { variant_id: line.variant, quantity })).order_edit
  return quantity === 0
    ? (await api.send('DELETE', `${at}/${item.id}`)).order_edit
    : (await api.send('POST', `${at}/${item.id}`, { quantity })).order_edit
}

function applyChanges(play: Play, changes: readonly Change[], edit: Edit): void {
  const { ledger } = play
  const sold = new Map(ledger.lines.map((line) => [line, partsOf(line)]))
  for (const { line, quantity } of changes) {
    const before = ledger.lines.includes(line) ? line.quantity : 0
    productOf(play, line.variant).taken += quantity - before
    line.changeQuantity(quantity)
    if (before === 0) ledger.lines.push(line)
  }
  ledger.lines = ledger.lines.filter(({ quantity }) => quantity > 0)
  ledger.isEdited = true
  const deal = isDeal(ledger.discount) ? keepDeal(ledger, sold) : null
  for (const line of ledger.lines) {
    if (line.fulfilled > 0) continue
    const shown = edit.items.find(({ variant_id }) => variant_id === line.variant)
    const discount = (shown?.discount_total ?? 0) - line.goods.rebate
    const money = deal ? priceGoods(line.goods, deal.get(line) ?? 0) : ledger.priceOf(line.goods)
    line.second = 0
    line.money = money ?? priceGoods(line.goods, discount)
    const first = line.discount
    line.second = secondOf(play, line, sold.get(line))
    line.money = priceGoods(line.goods, first + line.second)
  }
  const { sharing } = ledger
  if (sharing)
    expectEqual(
      'Discount that the edited lines share',
      sharing.amount,
      total(ledger.lines.map(({ discount }) => discount)),
    )
  for (const line of ledger.lines) line.price(line.money)
}

interface Parts {
  quantity: number
  first: number
  second: number
}

const partsOf = ({ quantity, discount, second }: LedgerLine): Parts => ({ quantity, first: discount, second })

/** Added units do not raise the discount, and fewer units keep their part. An added line takes the rest of a replaced one. */
function keepDeal({ discount, lines }: OrderLedger, sold: ReadonlyMap<LedgerLine, Parts>): Map<LedgerLine, number> {
  const kept = new Map<LedgerLine, number>()
  for (const line of lines) {
    const { first = 0, quantity = 1 } = sold.get(line) ?? {}
    const part = line.quantity === quantity ? first : roundedShare(first, line.quantity, quantity)
    kept.set(line, Math.min(first, part, discountableOf(line.goods)))
  }
  const rest = total([...sold.values()].map(({ first }) => first)) - total([...kept.values()])
  const added = lines.find((line) => !sold.has(line))
  if (added && discount && isDiscounted(discount, added.goods))
    kept.set(added, Math.min(rest, discountableOf(added.goods)))
  return kept
}

/** A line that was sold without the second discount has none later. */
function secondOf(play: Play, { goods, discount, variant }: LedgerLine, sold: Parts | undefined): number {
  const { second } = play.ledger
  if (!second) return 0
  if (sold?.quantity === goods.quantity) return sold.second
  const hasSecond = sold ? sold.second > 0 : productOf(play, variant).allowsDiscounts
  return hasSecond ? secondDiscountOf(second.value, goods, discount) : 0
}

/** A confirmed edit replaces the lines of its order. */
async function renameLines({ api, order, ledger }: Play): Promise<void> {
  const { items } = (await api.send('GET', `/admin/orders/${order}`)).order
  for (const line of ledger.lines) line.id = items.find(({ variant_id }) => variant_id === line.variant)?.id ?? ''
}
