import type { TaxLine } from '#entities/market/tax/tax.ts'
import type { GiftCardPart } from '#entities/promotions/gift-card/spend-gift-cards.ts'
import { percentOf } from '#entities/values/money.ts'
import type { LineTotals, PricedLine } from './line-totals.ts'
import type { ShippingTotals } from './shipping-totals.ts'
import { amountOf, buildRoundingParts, sumOf, type TotalPart } from './total-part.ts'

type ExplainedLine = Omit<PricedLine, 'tax_lines'> & {
  id: string
  title: string
  tax_lines: readonly TaxLine[]
  adjustments: readonly { amount: number; discount_id: string | null }[]
}

type ExplainedShipping = {
  id: string
  name: string
  price: number
  includes_tax: boolean
  tax_lines: readonly TaxLine[]
}

export type TotalInputs = {
  lines: readonly ExplainedLine[]
  shipping_methods: readonly ExplainedShipping[]
  discounts: readonly { id: string; code: string; rule: { type: string } }[]
  gift_cards: readonly { id: string; code: string }[]
}

/** Lines and shipping methods are in the order of `TotalInputs`. */
export type ComputedTotals = {
  discount_total: number
  lines: readonly LineTotals[]
  shipping_methods: readonly ShippingTotals[]
  spent: readonly GiftCardPart[]
}

export function explainCartTotal(inputs: TotalInputs, computed: ComputedTotals): TotalPart {
  const goods = goodsOf(inputs, computed)
  return sumOf('total', [
    ...netParts(goods),
    sumOf('tax_total', taxParts(goods)),
    giftCardTotal(goods),
    giftCardTaxTotal(goods),
  ])
}

/** Unlike in a cart, `tax_total` excludes the tax that gift cards paid. */
export function explainOrderTotal(inputs: TotalInputs, computed: ComputedTotals): TotalPart {
  const goods = goodsOf(inputs, computed)
  return sumOf('total', [
    ...netParts(goods),
    sumOf('tax_total', [...taxParts(goods), giftCardTaxTotal(goods)]),
    giftCardTotal(goods),
  ])
}

type Line = ExplainedLine & LineTotals
type Method = ExplainedShipping & ShippingTotals
type Goods = Omit<TotalInputs, 'lines' | 'shipping_methods'> &
  Pick<ComputedTotals, 'discount_total' | 'spent'> & { lines: Line[]; shipping_methods: Method[] }

const goodsOf = (inputs: TotalInputs, { lines, shipping_methods, ...computed }: ComputedTotals): Goods => ({
  ...inputs,
  ...computed,
  lines: inputs.lines.map((line, i) => ({ ...line, ...(lines[i] as LineTotals) })),
  shipping_methods: inputs.shipping_methods.map((method, i) => ({
    ...method,
    ...(shipping_methods[i] as ShippingTotals),
  })),
})

function netParts({ lines, shipping_methods, discounts, discount_total }: Goods): TotalPart[] {
  const off = lines
    .filter((line) => line.adjustments.length > 0)
    .map((line) => ofLine(line, buildAdjustmentParts(line, discounts)))
  const prices = lines.map((line) => ofLine(line, priceOfLine(line)))
  const freeing = discounts.find(({ rule }) => rule.type === 'free_shipping')
  const methods = shipping_methods.map((method) => ofMethod(method, priceOfMethod(method, freeing)))
  return [
    sumOf('subtotal', prices),
    sumOf('discount_total', [...off, ...buildRoundingParts(-discount_total, off)]),
    sumOf('shipping_total', methods),
  ]
}

function taxParts({ lines, shipping_methods }: Goods): TotalPart[] {
  const ofItems = lines.map((line) => ofLine(line, taxes('tax', line, line.parts.base, line.parts.taxes)))
  const ofShipping = shipping_methods.map((method) => {
    const { base, taxes: amounts } = method.parts
    return ofMethod(method, taxes('tax', method, base, amounts))
  })
  return [sumOf('item_tax_total', ofItems), sumOf('shipping_tax_total', ofShipping)]
}

function priceOfLine(line: Line): TotalPart[] {
  const { unit_price, quantity, parts } = line
  const price: TotalPart = { kind: 'price', amount: parts.price, unit_price, quantity, parts: [] }
  if (!line.includes_tax) return [price]
  return [price, ...taxes('contained_tax', line, parts.original_base, parts.original_taxes)]
}

function buildAdjustmentParts({ adjustments, parts }: Line, discounts: TotalInputs['discounts']): TotalPart[] {
  return adjustments.map(({ amount, discount_id }, i) => ({
    kind: 'adjustment',
    amount: negate(parts.discounts[i] as number),
    exact_amount: negate(amount),
    discount_id,
    code: codeOf(discounts, discount_id),
    parts: [],
  }))
}

function priceOfMethod(method: Method, freeing: TotalInputs['discounts'][number] | undefined): TotalPart[] {
  const { price, includes_tax, parts, subtotal } = method
  const whole: TotalPart[] = [{ kind: 'price', amount: price, unit_price: price, quantity: 1, parts: [] }]
  if (includes_tax) whole.push(...taxes('contained_tax', method, parts.original_base, parts.original_taxes))
  const discount = amountOf(whole) - subtotal
  if (!freeing || discount === 0) return whole
  const { id: discount_id, code } = freeing
  return [...whole, { kind: 'free_shipping', amount: negate(discount), discount_id, code, parts: [] }]
}

/** `tax` is added to a net price. `contained_tax` is subtracted from a gross price. */
function taxes(
  kind: 'tax' | 'contained_tax',
  { tax_lines }: { tax_lines: readonly TaxLine[] },
  base: number,
  amounts: readonly number[],
): TotalPart[] {
  const sign = kind === 'tax' ? 1 : -1
  return tax_lines.map(({ rate, name, code }, i) => ({
    kind,
    amount: sign * (amounts[i] as number) + 0,
    exact_amount: sign * percentOf(base, rate) + 0,
    base,
    rate,
    name,
    code,
    parts: [],
  }))
}

const giftCardTotal = ({ spent, gift_cards }: Goods): TotalPart =>
  sumOf(
    'gift_card_total',
    spent.map(({ gift_card_id, amount }) => ({
      kind: 'gift_card',
      amount: negate(amount),
      gift_card_id,
      code: codeOf(gift_cards, gift_card_id),
      parts: [],
    })),
  )

const giftCardTaxTotal = ({ spent }: Goods): TotalPart =>
  sumOf(
    'gift_card_tax_total',
    spent
      .filter(({ tax }) => tax > 0)
      .map(({ gift_card_id, amount, tax, tax_rate }) => ({
        kind: 'gift_card_tax',
        amount: negate(tax),
        gift_card_id,
        base: amount,
        rate: tax_rate ?? 0,
        parts: [],
      })),
  )

const ofLine = ({ id: item_id, title }: Line, parts: TotalPart[]): TotalPart => ({
  kind: 'line',
  amount: amountOf(parts),
  item_id,
  title,
  parts,
})

const ofMethod = ({ id: shipping_method_id, name }: Method, parts: TotalPart[]): TotalPart => ({
  kind: 'shipping_method',
  amount: amountOf(parts),
  shipping_method_id,
  name,
  parts,
})

const codeOf = (rows: readonly { id: string; code: string }[], id: string | null) =>
  rows.find((row) => row.id === id)?.code ?? null

const negate = (amount: number) => 0 - amount
