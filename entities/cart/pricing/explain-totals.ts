import type { TaxLine } from '#entities/market/tax/tax.ts'
import type { GiftCardPart } from '#entities/promotions/gift-card/spend-gift-cards.ts'
import { percentOf } from '#entities/values/money.ts'
import type { LineTotals, PricedLine } from './line-totals.ts'
import type { PluginAdjustment } from './price-adjustments.ts'
import type { ShippingTotals } from './shipping-totals.ts'
import { buildRoundingParts, buildSum, sumParts, type TotalPart } from './total-part.ts'

type ExplainedLine = Omit<PricedLine, 'tax_lines'> & {
  id: string
  title: string
  tax_lines: readonly TaxLine[]
  adjustments: readonly {
    amount: number
    discount_id: string | null
    plugin?: string | null
    description?: string
  }[]
}

type ExplainedShipping = {
  id: string
  name: string
  price: number
  includes_tax: boolean
  tax_lines: readonly TaxLine[]
  adjustments?: readonly PluginAdjustment[] | null
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
  gift_card_parts: readonly GiftCardPart[]
}

export function explainCartTotal(inputs: TotalInputs, computed: ComputedTotals): TotalPart {
  const goods = mergeGoods(inputs, computed)
  return buildSum('total', [
    ...buildNetParts(goods),
    buildSum('tax_total', buildTaxTotals(goods)),
    buildGiftCardTotal(goods),
    buildGiftCardTaxTotal(goods),
  ])
}

/** Unlike in a cart, `tax_total` excludes the tax that gift cards paid. */
export function explainOrderTotal(inputs: TotalInputs, computed: ComputedTotals): TotalPart {
  const goods = mergeGoods(inputs, computed)
  return buildSum('total', [
    ...buildNetParts(goods),
    buildSum('tax_total', [...buildTaxTotals(goods), buildGiftCardTaxTotal(goods)]),
    buildGiftCardTotal(goods),
  ])
}

type Line = ExplainedLine & LineTotals
type Method = ExplainedShipping & ShippingTotals
type Goods = Omit<TotalInputs, 'lines' | 'shipping_methods'> &
  Pick<ComputedTotals, 'discount_total' | 'gift_card_parts'> & { lines: Line[]; shipping_methods: Method[] }

const mergeGoods = (inputs: TotalInputs, { lines, shipping_methods, ...computed }: ComputedTotals): Goods => ({
  ...inputs,
  ...computed,
  lines: inputs.lines.map((line, i) => ({ ...line, ...(lines[i] as LineTotals) })),
  shipping_methods: inputs.shipping_methods.map((method, i) => ({
    ...method,
    ...(shipping_methods[i] as ShippingTotals),
  })),
})

function buildNetParts({ lines, shipping_methods, discounts, discount_total }: Goods): TotalPart[] {
  const discountParts = lines
    .filter((line) => line.adjustments.length > 0)
    .map((line) => buildLinePart(line, buildAdjustmentParts(line, discounts)))
  const priceParts = lines.map((line) => buildLinePart(line, buildLinePriceParts(line)))
  const freeShipping = discounts.find(({ rule }) => rule.type === 'free_shipping')
  const methodParts = shipping_methods.map((method) =>
    buildMethodPart(method, buildMethodPriceParts(method, freeShipping)),
  )
  return [
    buildSum('subtotal', priceParts),
    buildSum('discount_total', [...discountParts, ...buildRoundingParts(-discount_total, discountParts)]),
    buildSum('shipping_total', methodParts),
  ]
}

function buildTaxTotals({ lines, shipping_methods }: Goods): TotalPart[] {
  const lineParts = lines.map((line) =>
    buildLinePart(line, buildTaxParts('tax', line, line.parts.base, line.parts.taxes)),
  )
  const methodParts = shipping_methods.map((method) => {
    const { base, taxes: amounts } = method.parts
    return buildMethodPart(method, buildTaxParts('tax', method, base, amounts))
  })
  return [buildSum('item_tax_total', lineParts), buildSum('shipping_tax_total', methodParts)]
}

function buildLinePriceParts(line: Line): TotalPart[] {
  const { unit_price, quantity, parts } = line
  const price: TotalPart = { kind: 'price', amount: parts.price, unit_price, quantity, parts: [] }
  if (!line.includes_tax) return [price]
  return [price, ...buildTaxParts('contained_tax', line, parts.original_base, parts.original_taxes)]
}

function buildAdjustmentParts({ adjustments, parts }: Line, discounts: TotalInputs['discounts']): TotalPart[] {
  return adjustments.map(({ amount: exactAmount, discount_id, plugin, description = '' }, i) => {
    const amount = parts.discounts[i] as number
    if (plugin) return buildPriceAdjustmentPart({ plugin, description, amount })
    const code = findCode(discounts, discount_id)
    return {
      kind: 'adjustment',
      amount: negate(amount),
      exact_amount: negate(exactAmount),
      discount_id,
      code,
      parts: [],
    }
  })
}

const buildPriceAdjustmentPart = ({ plugin, description, amount }: PluginAdjustment): TotalPart => ({
  kind: 'price_adjustment',
  amount: negate(amount),
  plugin,
  description,
  parts: [],
})

function buildMethodPriceParts(
  method: Method,
  freeShipping: TotalInputs['discounts'][number] | undefined,
): TotalPart[] {
  const { price, includes_tax, parts, subtotal } = method
  const priceParts: TotalPart[] = [{ kind: 'price', amount: price, unit_price: price, quantity: 1, parts: [] }]
  if (includes_tax)
    priceParts.push(...buildTaxParts('contained_tax', method, parts.original_base, parts.original_taxes))
  priceParts.push(...(method.adjustments ?? []).map(buildPriceAdjustmentPart))
  const discount = sumParts(priceParts) - subtotal
  if (!freeShipping || discount === 0) return priceParts
  const { id: discount_id, code } = freeShipping
  return [...priceParts, { kind: 'free_shipping', amount: negate(discount), discount_id, code, parts: [] }]
}

/** `tax` is added to a net price. `contained_tax` is subtracted from a gross price. */
function buildTaxParts(
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

const buildGiftCardTotal = ({ gift_card_parts, gift_cards }: Goods): TotalPart =>
  buildSum(
    'gift_card_total',
    gift_card_parts.map(({ gift_card_id, amount }) => ({
      kind: 'gift_card',
      amount: negate(amount),
      gift_card_id,
      code: findCode(gift_cards, gift_card_id),
      parts: [],
    })),
  )

const buildGiftCardTaxTotal = ({ gift_card_parts }: Goods): TotalPart =>
  buildSum(
    'gift_card_tax_total',
    gift_card_parts
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

const buildLinePart = ({ id: item_id, title }: Line, parts: TotalPart[]): TotalPart => ({
  kind: 'line',
  amount: sumParts(parts),
  item_id,
  title,
  parts,
})

const buildMethodPart = ({ id: shipping_method_id, name }: Method, parts: TotalPart[]): TotalPart => ({
  kind: 'shipping_method',
  amount: sumParts(parts),
  shipping_method_id,
  name,
  parts,
})

const findCode = (rows: readonly { id: string; code: string }[], id: string | null) =>
  rows.find((row) => row.id === id)?.code ?? null

const negate = (amount: number) => 0 - amount
