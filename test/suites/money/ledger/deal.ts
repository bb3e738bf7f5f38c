/** Buy some units, get others at the discount. `bought` are the products to buy. Null: all. */
export interface DealTerms {
  buy: number
  get: number
  /** Null: no limit. */
  uses: number | null
  bought: ReadonlySet<string> | null
}

export interface DealLine {
  product: string
  price: number
  quantity: number
  /** Whether the discount applies to the product. */
  isGotten: boolean
}

/**
 * The discounted units of each line: as many as possible, and the cheapest of them. Each use needs units that are bought and not
 * discounted.
 */
export function unitsOfDeal({ buy, get, uses, bought }: DealTerms, lines: readonly DealLine[]): number[] {
  const units = lines.flatMap((line, i) =>
    Array.from({ length: line.quantity }, () => ({
      line: i,
      price: line.price,
      isBought: bought === null || bought.has(line.product),
      isGotten: line.isGotten && line.price > 0,
    })),
  )
  const gotten = units
    .filter(({ isGotten }) => isGotten)
    .sort((one, other) => one.price - other.price || Number(one.isBought) - Number(other.isBought))
  const allBought = units.filter(({ isBought }) => isBought).length
  for (let count = gotten.length; count > 0; count--) {
    const used = Math.ceil(count / get)
    if (used > (uses ?? used)) continue
    let spare = allBought - used * buy
    const chosen: typeof gotten = []
    for (const unit of gotten) {
      if (chosen.length === count || (unit.isBought && spare <= 0)) continue
      chosen.push(unit)
      if (unit.isBought) spare--
    }
    if (spare >= 0 && chosen.length === count)
      return lines.map((_, i) => chosen.filter(({ line }) => line === i).length)
  }
  return lines.map(() => 0)
}
