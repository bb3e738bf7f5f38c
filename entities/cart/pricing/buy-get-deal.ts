import type { BuyGet } from '#entities/promotions/discount/buy-get.ts'
import { sum } from '#entities/values/money.ts'
import type { Shortfall } from './minimum.ts'

/** A line of a cart. Units can count as bought, and they can get the discount, but each unit does only one of both. */
export interface DealLine {
  id: string
  unit_price: number
  quantity: number
  isBought: boolean
  isGotten: boolean
}

export interface Deal {
  /** The discounted units by line. */
  units: ReadonlyMap<string, number>
  /** What the customer must still buy. Undefined if the cart has enough. */
  missing: Shortfall | undefined
  /** The units that the customer can still add at the discount. */
  offered: number
}

/**
 * Discounts as many units as possible, the cheapest first. The last use can have fewer units than `get_quantity`, and the units that
 * count as bought are never discounted.
 */
export function findDeal(terms: BuyGet, lines: readonly DealLine[]): Deal {
  const gotten = lines.filter(({ isGotten, unit_price, quantity }) => isGotten && unit_price > 0 && quantity > 0)
  const cheapestFirst = gotten.toSorted(
    (one, other) => one.unit_price - other.unit_price || Number(one.isBought) - Number(other.isBought),
  )
  return terms.buy_amount == null
    ? findDealOfUnits(terms, lines, cheapestFirst)
    : findDealOfAmount(terms, { lines, cheapestFirst, amount: terms.buy_amount })
}

function findDealOfUnits(
  { buy_quantity, get_quantity, max_uses }: BuyGet,
  lines: readonly DealLine[],
  cheapestFirst: readonly DealLine[],
): Deal {
  const each = buy_quantity ?? 1
  const bought = countUnits(lines.filter(({ isBought }) => isBought))
  const both = countUnits(cheapestFirst.filter(({ isBought }) => isBought))
  const onlyGotten = countUnits(cheapestFirst) - both
  const limit = Math.min(max_uses ?? Number.POSITIVE_INFINITY, Math.floor(bought / each))
  const unitsOf = (uses: number) => Math.min(uses * get_quantity, onlyGotten + Math.min(both, bought - uses * each))
  // More uses discount more units until too few units are left over from those to buy.
  const crossing = Math.floor(
    Math.min((onlyGotten + both) / get_quantity, (onlyGotten + bought) / (get_quantity + each)),
  )
  const [fewer, more] = [Math.min(limit, crossing), Math.min(limit, crossing + 1)]
  const count = Math.max(0, unitsOf(fewer), unitsOf(more))
  const uses = Math.ceil(count / get_quantity)
  const units = takeUnits(cheapestFirst, count, bought - uses * each)
  const taken = sum(cheapestFirst.map(({ id, isBought }) => (isBought ? (units.get(id) ?? 0) : 0)))
  const covered = Math.min(limit, Math.floor((bought - taken) / each))
  return {
    units,
    missing: bought < each ? { missing_amount: 0, missing_quantity: each - bought } : undefined,
    offered: Math.max(0, covered * get_quantity - count),
  }
}

interface AmountDeal {
  lines: readonly DealLine[]
  cheapestFirst: readonly DealLine[]
  amount: number
}

function findDealOfAmount({ get_quantity }: BuyGet, { lines, cheapestFirst, amount }: AmountDeal): Deal {
  const units = new Map<string, number>()
  let price = sum(lines.map(({ isBought, unit_price, quantity }) => (isBought ? unit_price * quantity : 0)))
  const cheapest = cheapestFirst[0]
  const rest = amount - price + (cheapest?.isBought ? cheapest.unit_price : 0)
  let left = price >= amount ? get_quantity : 0
  for (const { id, unit_price, quantity, isBought } of cheapestFirst) {
    const spare = isBought ? Math.floor((price - amount) / unit_price) : quantity
    const count = Math.min(left, quantity, Math.max(0, spare))
    if (count === 0) continue
    units.set(id, count)
    left -= count
    if (isBought) price -= count * unit_price
  }
  const missing = units.size === 0 && rest > 0 ? { missing_amount: rest, missing_quantity: 0 } : undefined
  return { units, missing, offered: missing ? 0 : left }
}

/** `spare` is the number of bought units that may be discounted. */
function takeUnits(cheapestFirst: readonly DealLine[], count: number, spare: number): Map<string, number> {
  const units = new Map<string, number>()
  let [left, leftOfBought] = [count, spare]
  for (const { id, quantity, isBought } of cheapestFirst) {
    const taken = Math.min(left, quantity, isBought ? leftOfBought : quantity)
    if (taken <= 0) continue
    units.set(id, taken)
    left -= taken
    if (isBought) leftOfBought -= taken
  }
  return units
}

const countUnits = (lines: readonly DealLine[]): number => sum(lines.map(({ quantity }) => quantity))
