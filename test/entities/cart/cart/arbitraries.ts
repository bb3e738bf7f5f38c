import fc from 'fast-check'
import { computeShippingTotals } from '#entities/cart/pricing/shipping-totals.ts'
import { type CartTotalsInput, computeCartTotals } from '#entities/cart/pricing/totals.ts'
import { spendGiftCards } from '#entities/promotions/gift-card/spend-gift-cards.ts'
import { adjustedBy, discounted, type ExampleLine, shipping } from './examples.ts'

/* Random carts for property tests of totals. */

const amount = fc.oneof(fc.nat(20), fc.nat(2000), fc.nat(10_000_000))
const change = fc.oneof({ arbitrary: fc.constant(0), weight: 3 }, fc.integer({ min: -3000, max: 3000 }))
const rate = fc.oneof(fc.nat(100), fc.constantFrom(5.5, 7.25, 8.1, 12.5, 19.6))
const rates = fc.array(rate, { maxLength: 3 })
export const line: fc.Arbitrary<ExampleLine> = fc.record({
  price: amount,
  quantity: fc.integer({ min: 1, max: 1000 }),
  rates,
  gross: fc.boolean(),
  discountable: fc.boolean(),
  qualifies: fc.boolean(),
  change,
})
const rule = fc.oneof(
  fc.record({
    type: fc.constant('percentage' as const),
    value: fc.nat(10_000).map((hundredths) => hundredths / 100),
    allocation: fc.constant(null),
  }),
  fc.record({
    type: fc.constant('fixed' as const),
    value: amount,
    allocation: fc.constantFrom('total' as const, 'item' as const),
  }),
)
export const lines = fc
  .tuple(fc.array(line, { maxLength: 5 }), fc.option(rule))
  .map(([some, one]) => discounted(some, one ?? undefined))
export const method = fc
  .record({ price: amount, rates, includes_tax: fc.boolean(), free: fc.boolean(), change })
  .map(({ price, rates, change, ...over }) => {
    const plain = shipping(price, rates, over)
    const { subtotal } = computeShippingTotals({ ...plain, free: false })
    return { ...plain, adjustments: adjustedBy([{ price: subtotal, change }])[0] ?? [] }
  })
const card = fc.record({
  balance: amount,
  tax_rate: fc.option(rate),
  ends_at: fc.option(fc.date({ noInvalidDate: true })),
})
export const cart: fc.Arbitrary<CartTotalsInput> = fc.record({
  lines,
  shipping_methods: fc.array(method, { maxLength: 2 }),
  gift_cards: fc.array(card, { maxLength: 3 }).map((cards) => cards.map((one, i) => ({ ...one, id: `gift_${i}` }))),
  gift_cards_taxable: fc.boolean(),
})

/** The order of a cart, with its gift cards spent. */
export const ordered = (cart: CartTotalsInput) => ({
  ...cart,
  lines: cart.lines.map((line) => ({ ...line, returned_quantity: null })),
  gift_card_transactions: spendGiftCards(cart.gift_cards, computeCartTotals(cart).gift_card_total).map(
    ({ card, amount }) => ({
      gift_card_id: card.id,
      amount,
      is_taxable: cart.gift_cards_taxable,
      tax_rate: card.tax_rate,
    }),
  ),
  payments: [],
  refunds: [],
})
