import type { AnyBody } from '../../support/resources.ts'
import { readUnits } from './customer.ts'
import { Disagreement, expectEqual } from './disagreement.ts'
import { total } from './ledger/exact.ts'
import { type Play, productOf } from './play.ts'

type ShownOrder = AnyBody['order']

/** Reads the order and the stock, and compares them with the ledger. */
export async function compare(play: Play): Promise<void> {
  const { order } = await play.api.send('GET', `/admin/orders/${play.order}`)
  compareTotals(play, order)
  compareLines(play, order)
  comparePayments(play, order)
  compareStatuses(play, order)
  compareRefundStatuses(play, order)
  await compareStock(play)
  await compareBalances(play)
}

function compareTotals({ ledger }: Play, order: ShownOrder): void {
  const { purchase, goods, shipping, card } = ledger
  const expected = {
    subtotal: goods.net,
    discount_total: goods.discount,
    shipping_total: shipping.net,
    tax_total: purchase.tax - card.tax,
    gift_card_total: card.paid,
    total: ledger.due,
    paid_total: ledger.paid,
    refunded_total: ledger.refunded,
    refundable_amount: ledger.paid - ledger.refunded,
    difference_due: ledger.difference,
  }
  for (const [name, amount] of Object.entries(expected))
    expectEqual(`${name} of the order`, amount, order[name as keyof typeof expected])
  expectEqual(
    'Lines, shipping and gift cards add up to the total of the order',
    order.total,
    total(order.items.map((line) => line.total)) + shipping.total - card.paid - card.tax,
  )
}

function compareLines({ ledger }: Play, order: ShownOrder): void {
  expectEqual('Number of lines', ledger.lines.length, order.items.length)
  for (const line of ledger.lines) {
    const shown = order.items.find(({ id }) => id === line.id)
    if (!shown)
      throw new Disagreement(
        `Line ${line.label}`,
        line.id,
        order.items.map(({ id }) => id),
      )
    const { money, goods } = line
    const expected = {
      unit_price: goods.price,
      discount_total: money.discount,
      tax_total: money.tax,
      total: money.total,
      fulfilled_quantity: line.fulfilled,
      shipped_quantity: line.shipped,
      returned_quantity: line.received,
    }
    for (const [name, value] of Object.entries(expected))
      expectEqual(`${name} of line ${line.label}`, value, shown[name as keyof typeof expected] ?? 0)
    if (shown.adjustments.some(({ amount }) => !Number.isInteger(amount)))
      throw new Disagreement(
        `Adjustments of line ${line.label}`,
        'integers',
        shown.adjustments.map(({ amount }) => amount),
      )
    expectEqual(
      `Adjustments of line ${line.label}`,
      money.discount,
      total(shown.adjustments.map(({ amount }) => amount)),
    )
  }
}

function comparePayments({ ledger }: Play, { payments, refunds }: ShownOrder): void {
  const captured = total(payments.filter((one) => one.captured_at).map(({ amount }) => amount))
  const refunded = total(refunds.map(({ amount }) => amount))
  expectEqual('Captured payments', ledger.captured, captured)
  for (const [i, { amount, refunded: expected }] of ledger.payments.filter((one) => one.tender).entries()) {
    const shown = payments.filter(({ provider_id }) => provider_id === 'balance')[i]
    expectEqual('Payment by a balance', [amount, expected], [shown?.amount, shown?.amount_refunded])
  }
  for (const { provider, amount, refunded: expected } of ledger.payments.filter((one) => one.provider)) {
    const shown = payments.find(({ provider_id }) => provider_id === provider)
    expectEqual(`Payment by ${provider}`, [amount, expected], [shown?.amount, shown?.amount_refunded])
  }
  if (refunded > captured) throw new Disagreement('Refunds never exceed payments', captured, refunded)
}

function compareStatuses({ ledger }: Play, { status, payment_status, fulfillment_status }: ShownOrder): void {
  const compareStatus = (name: string, expected: readonly string[], actual: string) => {
    if (!expected.includes(actual)) throw new Disagreement(name, expected.join(' or '), actual)
  }
  compareStatus('payment_status', ledger.paymentStatus, payment_status)
  compareStatus('fulfillment_status', ledger.fulfillmentStatus, fulfillment_status)
  compareStatus('status', ledger.isCanceled ? ['canceled'] : ['pending', 'completed'], status)
}

/** A claim or a swap that refunded nothing is not refunded. */
function compareRefundStatuses({ paymentStatuses }: Play, { claims, swaps }: ShownOrder): void {
  for (const { id, payment_status } of claims)
    expectEqual('payment_status of a claim', paymentStatuses.get(id), payment_status)
  for (const { id, payment_status } of swaps)
    expectEqual('payment_status of a swap', paymentStatuses.get(id), payment_status)
}

async function compareBalances({ customer, ledger }: Play): Promise<void> {
  for (const { kind, units } of customer?.tenders ?? [])
    expectEqual(`Balance of ${kind}`, units - ledger.takenUnits(kind), customer && (await readUnits(customer, kind)))
}

async function compareStock(play: Play): Promise<void> {
  const ids = play.products.filter(({ state }) => state !== 'deleted').map(({ variant }) => `id[]=${variant}`)
  // Without an id the list would contain all variants.
  if (ids.length === 0) return
  const { variants } = await play.api.send(
    'GET',
    `/admin/variants?${ids.join('&')}&fields=id,inventory_quantity&expand=`,
  )
  for (const { id, inventory_quantity } of variants) {
    const { label, stock, taken } = productOf(play, id)
    expectEqual(`Stock of ${label}`, stock - taken, inventory_quantity)
  }
}
