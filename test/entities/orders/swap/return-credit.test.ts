import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explainCartTotal } from '#entities/cart/pricing/explain-totals.ts'
import { lineTotals } from '#entities/cart/pricing/line-totals.ts'
import { shippingTotals } from '#entities/cart/pricing/shipping-totals.ts'
import { amountOf, type TotalPart } from '#entities/cart/pricing/total-part.ts'
import { cartTotals } from '#entities/cart/pricing/totals.ts'
import { computeRefund } from '#entities/orders/order/refund-amounts.ts'
import {
  computeReturnCredit,
  freezeReturnShippingPrice,
  type SwapCreditInput,
} from '#entities/orders/swap/return-credit.ts'
import { lines, method } from '../../cart/cart/arbitraries.ts'

const tax = { name: 'VAT', code: 'vat' }

type Sent = SwapCreditInput['line']

const sentLines: fc.Arbitrary<Sent[]> = lines.map((some) =>
  some.map((line) => ({
    ...line,
    tax_lines: line.tax_lines.map((one) => ({ ...one, ...tax })),
    adjustments: line.adjustments.map((one) => ({ ...one, discount_id: 'disc_1' })),
  })),
)

/** The pieces of a line that come back by one swap after another. */
function swapped(sent: Sent, parts: readonly number[]) {
  const line = { total: lineTotals(sent).total, quantity: sent.quantity }
  let before = { quantity: 0, refunded: 0 }
  return parts.map((quantity) => {
    const portion = { line, quantity, before }
    const refund = computeRefund(portion)
    before = { quantity: before.quantity + quantity, refunded: before.refunded + refund }
    const agreed = computeReturnCredit({ line: sent, portion, refund })
    return { ...sent, unit_price: 0 - sent.unit_price, quantity, agreed }
  })
}

/** A quantity in two parts, or in one. */
const inParts = (quantity: number, at: number): number[] => {
  const first = Math.max(1, Math.floor(quantity * at))
  return first === quantity ? [quantity] : [first, quantity - first]
}

test('the credit for all pieces of a line is what it cost, however they come back', () => {
  fc.assert(
    fc.property(sentLines, fc.double({ min: 0, max: 1, noNaN: true }), (sents, at) => {
      for (const sent of sents) {
        const whole = lineTotals(sent)
        const credits = swapped(sent, inParts(sent.quantity, at)).map((line) => lineTotals(line))
        const total = (of: keyof typeof whole) => credits.reduce((sum, credit) => sum + (credit[of] as number), 0)
        expect(total('total') + whole.total).toBe(0)
        for (const credit of credits) {
          expect(credit.subtotal - credit.discount_total + credit.tax_total).toBe(credit.total)
          expect(credit.total).toBeLessThanOrEqual(0)
        }
      }
    }),
  )
})

test('a line that comes back as a whole has its own prices, taxes and discounts, the other way round', () => {
  fc.assert(
    fc.property(sentLines, (sents) => {
      for (const sent of sents) {
        const [back] = swapped(sent, [sent.quantity])
        const { subtotal, tax_total, discount_total, original_total } = lineTotals(sent)
        const credit = lineTotals(back!)
        expect([credit.subtotal, credit.tax_total, credit.discount_total, credit.original_total]).toEqual(
          [subtotal, tax_total, discount_total, original_total].map((amount) => 0 - amount),
        )
      }
    }),
  )
})

test('what was given back for pieces before is not given again', () => {
  const sent: Sent = {
    unit_price: 1000,
    quantity: 2,
    includes_tax: false,
    tax_lines: [{ rate: 20, ...tax }],
    adjustments: [],
  }
  const back = { line: { total: 2400, quantity: 2 }, quantity: 1, before: { quantity: 1, refunded: 2000 } }
  expect(computeReturnCredit({ line: sent, portion: back, refund: computeRefund(back) })).toEqual({
    total: -400,
    tax_lines: [{ rate: 20, ...tax, amount: -200 }],
    adjustments: [{ discount_id: null, amount: -800 }],
  })
})

test('the way back costs as a line what it costs as a method', () => {
  fc.assert(
    fc.property(method, ({ price, includes_tax, tax_lines }) => {
      const named = tax_lines.map((one) => ({ ...one, ...tax }))
      const agreed = freezeReturnShippingPrice({ price, includes_tax }, named)
      const line = { unit_price: price, quantity: 1, includes_tax, tax_lines: named, adjustments: [], agreed }
      const { total, tax_total } = shippingTotals({ price, includes_tax, tax_lines, free: false })
      expect(lineTotals(line)).toMatchObject({ total, tax_total })
    }),
  )
})

test('every minor unit of the cart of a swap is explained', () => {
  const allOf = (part: TotalPart): TotalPart[] => [part, ...part.parts.flatMap(allOf)]
  fc.assert(
    fc.property(sentLines, sentLines, (sent, sold) => {
      const backs = sent.flatMap((one) => swapped(one, inParts(one.quantity, 0.5)))
      const goods = [...sold, ...backs.map((line) => ({ ...line, ...line.agreed }))]
      const priced = cartTotals({ lines: goods, shipping_methods: [], gift_cards: [], gift_cards_taxable: false })
      const named = goods.map((line, i) => ({ ...line, id: `item_${i}`, title: `Item ${i}` }))
      const root = explainCartTotal({ lines: named, shipping_methods: [], discounts: [], gift_cards: [] }, priced)
      expect(root.amount).toBe(priced.total)
      for (const part of allOf(root)) {
        expect(Number.isInteger(part.amount)).toBe(true)
        if (part.parts.length > 0) expect(amountOf(part.parts)).toBe(part.amount)
      }
    }),
  )
})
