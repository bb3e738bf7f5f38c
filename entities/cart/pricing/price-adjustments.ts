import { allocate, round, sum } from '#entities/values/money.ts'

/** A change of a price, made by a plugin. Without a line or shipping method, the lines that allow discounts share it. */
export interface PriceAdjustment {
  line?: { id: string }
  shipping_method?: { id: string }
  /** In minor units without tax. A positive amount raises the price, and a negative amount lowers it. */
  amount: number
  /** Customers see it in the adjustments of the line. */
  description: string
}

export interface RequestedAdjustment extends PriceAdjustment {
  plugin: string
}

/** As for a discount, a positive amount lowers the price. */
export type PluginAdjustment = { plugin: string; description: string; amount: number }

export type PluginAdjustments = ReadonlyMap<string, readonly PluginAdjustment[]>

export const NO_PLUGIN_ADJUSTMENTS: PluginAdjustments = new Map()

/** A line or a shipping method. `price` is in minor units without tax. */
export type AdjustableGood = { id: string; price: number; sharesCartAdjustments: boolean }

/**
 * Applies the adjustments in their order. No price falls below 0.
 * @throws Error if an amount is not a safe integer, or if the cart has no such line or shipping method.
 */
export function applyPriceAdjustments(
  goods: readonly AdjustableGood[],
  requested: readonly RequestedAdjustment[],
): PluginAdjustments {
  const adjusted = new Map(goods.map((good) => [good.id, { ...good, adjustments: [] as PluginAdjustment[] }]))
  const sharing = [...adjusted.values()].filter(({ sharesCartAdjustments }) => sharesCartAdjustments)
  for (const adjustment of requested) {
    const { line, shipping_method, plugin, description, amount } = assertValid(adjustment)
    const id = (line ?? shipping_method)?.id
    const target = id === undefined ? undefined : adjusted.get(id)
    if (id !== undefined && !target) throw invalidAdjustment(adjustment, `The cart has no ${id} to adjust.`)
    const targets = target ? [target] : sharing
    const prices = targets.map(({ price }) => price)
    const shares = allocate(Math.max(amount, 0 - sum(prices)), prices)
    for (const [i, share] of shares.entries()) change(targets[i], { plugin, description, amount: 0 - share })
  }
  return new Map(Array.from(adjusted.values(), ({ id, adjustments }) => [id, adjustments]))
}

function change(
  target: { price: number; adjustments: PluginAdjustment[] } | undefined,
  adjustment: PluginAdjustment,
): void {
  if (!target || adjustment.amount === 0) return
  target.price -= adjustment.amount
  target.adjustments.push(adjustment)
}

function assertValid(adjustment: RequestedAdjustment): RequestedAdjustment {
  const { amount, line, shipping_method } = adjustment
  if (!Number.isSafeInteger(amount))
    throw invalidAdjustment(adjustment, 'The amount must be an integer in minor units.')
  if (typeof adjustment.description !== 'string' || adjustment.description.trim() === '')
    throw invalidAdjustment(adjustment, 'Give the reason in `description`. Customers see it.')
  if (line && shipping_method) throw invalidAdjustment(adjustment, 'Use either line or shipping_method.')
  return adjustment
}

const invalidAdjustment = ({ plugin, description, amount }: RequestedAdjustment, problem: string): Error =>
  new Error(`The plugin ${plugin} returned an invalid price adjustment (${description}: ${amount}). ${problem}`)

/**
 * Returns the adjustments of a line whose quantity changes. Each unit keeps its share, up to rounding. `price` is the price of the
 * changed line without tax, which does not fall below 0.
 */
export function scaleAdjustments(
  adjustments: readonly PluginAdjustment[],
  { from, to, price }: { from: number; to: number; price: number },
): PluginAdjustment[] {
  let rest = price
  return adjustments.map((adjustment) => {
    const amount = Math.min(rest, round((adjustment.amount * to) / from))
    rest -= amount
    return { ...adjustment, amount }
  })
}
