import { expectEqual } from '../disagreement.ts'
import { roundedShare, WHOLE } from '../ledger/exact.ts'
import type { LedgerLine } from '../ledger/ledger-line.ts'
import { lineOf, type OpenReturn, type Play, productOf } from '../play.ts'
import type { Random } from '../random.ts'
import type { Step } from './step.ts'

export interface ChosenItem {
  line: LedgerLine
  quantity: number
}

export function chooseItems({ ledger }: Play, random: Random): ChosenItem[] {
  const lines = ledger.allLines.filter(({ coverable }) => coverable > 0)
  if (lines.length === 0) return []
  const first = random.pick(lines)
  const chosen = lines.filter((line) => line === first || random.chance(30))
  return chosen.map((line) => ({
    line,
    quantity: random.chance(40) ? line.coverable : random.integer(1, line.coverable),
  }))
}

export const requestOf = (items: readonly ChosenItem[]) =>
  items.map(({ line, quantity }) => ({ item_id: line.id, quantity }))

export const named = (items: readonly ChosenItem[]) =>
  items.map(({ line, quantity }) => `${quantity} × ${line.label}`).join(', ')

/** Marks the items as given back at their value. */
export function coverItems(items: readonly ChosenItem[]): { label: string; quantity: number; credit: number }[] {
  return items.map(({ line, quantity }) => {
    const credit = line.valueOf(quantity)
    line.cover(quantity, credit)
    return { label: line.label, quantity, credit }
  })
}

export const agreedValueOf = (items: readonly ChosenItem[]): number =>
  items.reduce((sum, { line, quantity }) => sum + line.valueOf(quantity), 0)

/** A return, with or without shipping, requested by the administrator or the customer. */
export const requestReturn: Step = async (play, random) => {
  const { api, order, ledger, market } = play
  const items = chooseItems(play, random)
  if (ledger.isCanceled || !ledger.isCaptured || items.length === 0) return null
  const isByCustomer = random.chance(25)
  const hasShipping = random.chance(30)
  const fee = hasShipping
    ? market.returnShipping.price + roundedShare(market.returnShipping.price, market.rate, WHOLE)
    : 0
  const refund = refundOf(play, agreedValueOf(items), fee)
  const body = { items: requestOf(items) }
  const option_id = market.returnShipping.id
  if (isByCustomer)
    await api.send('POST', '/store/returns', {
      order_id: order,
      ...body,
      ...(hasShipping && { return_shipping: { option_id } }),
    })
  else {
    const return_shipping = { option_id, price: market.returnShipping.price }
    await api.send('POST', `/admin/orders/${order}/return`, { ...body, ...(hasShipping && { return_shipping }) })
  }
  const { returns } = (await api.send('GET', `/admin/orders/${order}`)).order
  const { id, refund_amount } = newestOf(returns)
  expectEqual(`Refund of the return of ${named(items)}`, refund, refund_amount)
  play.openReturns.push({ id, items: coverItems(items), fee, refund, isInDebt: ledger.debt > 0 })
  return `${isByCustomer ? 'the customer returns' : 'return'} ${named(items)}${fee > 0 ? ` for a fee of ${fee}` : ''}: ${refund}`
}

/** The value of the goods pays the debt of the customer and the fee first. The refund is at most the money that the shop has. */
const refundOf = ({ ledger }: Play, value: number, fee: number): number =>
  Math.min(Math.max(0, value - ledger.debt - fee), Math.max(0, ledger.kept))

export function newestOf<Row extends { created_at: string; id: string }>(rows: readonly Row[]): Row {
  return rows.reduce((newest, row) => (row.created_at + row.id > newest.created_at + newest.id ? row : newest))
}

export const receiveReturn: Step = async (play, random) => {
  const { api, ledger } = play
  if (play.openReturns.length === 0) return null
  const chosen = random.pick(play.openReturns)
  const value = chosen.items.reduce((sum, { credit }) => sum + credit, 0)
  const today = refundOf(play, value, chosen.fee)
  // The agreed refund stays, unless the customer owes money or owed it when the refund was agreed.
  const refund = chosen.isInDebt ? today : ledger.debt > 0 ? Math.min(chosen.refund, today) : chosen.refund
  if (refund > ledger.kept) return null
  const items = chosen.items.map(({ label, quantity }) => ({ item_id: lineOf(play, label).id, quantity }))
  await api.send('POST', `/admin/returns/${chosen.id}/receive`, { items })
  play.openReturns.splice(play.openReturns.indexOf(chosen), 1)
  ledger.settle(value)
  ledger.refund(refund)
  takeBack(play, chosen)
  return `receive ${chosen.items.map(({ label, quantity }) => `${quantity} × ${label}`).join(', ')}`
}

function takeBack(play: Play, { items }: Pick<OpenReturn, 'items'>): void {
  for (const { label, quantity } of items) {
    const line = lineOf(play, label)
    line.received += quantity
    productOf(play, line.variant).taken -= quantity
  }
}

export const cancelReturn: Step = async (play, random) => {
  if (play.openReturns.length === 0) return null
  const chosen = random.pick(play.openReturns)
  await play.api.send('POST', `/admin/returns/${chosen.id}/cancel`)
  play.openReturns.splice(play.openReturns.indexOf(chosen), 1)
  for (const { label, quantity, credit } of chosen.items) lineOf(play, label).cover(-quantity, -credit)
  return 'cancel the return'
}
