export interface StockDemand {
  line_id: string
  variant_id: string
  quantity: number
  /** If true, the line can reserve more than the stock. */
  allow_backorder: boolean
  items: readonly { inventory_item_id: string; required_quantity: number }[]
}

export interface StockSupply {
  /** In the order of preference. Stock at other locations is ignored. */
  locations: readonly string[]
  levels: readonly { inventory_item_id: string; location_id: string; available: number }[]
}

export interface Allocation {
  line_id: string
  inventory_item_id: string
  location_id: string
  quantity: number
}

export interface StockAllocation {
  allocations: Allocation[]
  /** The variants that the stock does not cover. If there are any, nothing is allocated. */
  shortVariantIds: string[]
}

/**
 * Chooses the location that covers all lines. If there is none, chooses for each line a location that covers it. If
 * there is none, splits the line, most available units first. The first location wins a tie. The allocations of a line
 * add up to its quantity, except that a backordered item without any level is not allocated.
 */
export function allocateStock(demands: readonly StockDemand[], supply: StockSupply): StockAllocation {
  const stock = new AvailableStock(supply)
  const shortVariantIds = findShortVariants(demands, stock)
  if (shortVariantIds.length > 0) return { allocations: [], shortVariantIds }
  const wanted = demands.flatMap(toWantedItems).filter(({ inventory_item_id }) => stock.hasLevel(inventory_item_id))
  const commonLocation = stock.findLocationOf(wanted)
  const allocations: Allocation[] = []
  for (const items of Map.groupBy(wanted, ({ line_id }) => line_id).values()) {
    const location_id = commonLocation ?? stock.findLocationOf(items)
    for (const item of items) {
      const parts = location_id ? [{ location_id, quantity: item.quantity }] : stock.split(item)
      for (const part of parts) {
        stock.take(item.inventory_item_id, part)
        allocations.push({ line_id: item.line_id, inventory_item_id: item.inventory_item_id, ...part })
      }
    }
  }
  return { allocations, shortVariantIds }
}

type WantedItem = Omit<Allocation, 'location_id'>
type AllocatedPart = Pick<Allocation, 'location_id' | 'quantity'>

const toWantedItems = ({ line_id, quantity, items }: StockDemand): WantedItem[] =>
  items.map(({ inventory_item_id, required_quantity }) => ({
    line_id,
    inventory_item_id,
    quantity: quantity * required_quantity,
  }))

/** A negative level reduces the sum, because its units are promised to other orders. */
function findShortVariants(demands: readonly StockDemand[], stock: AvailableStock): string[] {
  const wantedByItem = new Map<string, number>()
  const shortIds = new Set<string>()
  for (const demand of demands) {
    const items = toWantedItems(demand)
    const isShort = items.some(
      ({ inventory_item_id: id, quantity }) => (wantedByItem.get(id) ?? 0) + quantity > stock.sum(id),
    )
    if (isShort && !demand.allow_backorder) shortIds.add(demand.variant_id)
    else
      for (const { inventory_item_id: id, quantity } of items)
        wantedByItem.set(id, (wantedByItem.get(id) ?? 0) + quantity)
  }
  return [...shortIds].toSorted()
}

class AvailableStock {
  readonly #locations: readonly string[]
  readonly #availableByItem = new Map<string, Map<string, number>>()

  constructor({ locations, levels }: StockSupply) {
    this.#locations = locations
    for (const { inventory_item_id, location_id, available } of levels) {
      if (!locations.includes(location_id)) continue
      const availableByLocation = this.#availableByItem.get(inventory_item_id) ?? new Map<string, number>()
      this.#availableByItem.set(inventory_item_id, availableByLocation.set(location_id, available))
    }
  }

  hasLevel(inventory_item_id: string): boolean {
    return this.#availableByItem.has(inventory_item_id)
  }

  sum(inventory_item_id: string): number {
    const levels = this.#availableByItem.get(inventory_item_id)?.values() ?? []
    return Array.from(levels).reduce((sum, available) => sum + available, 0)
  }

  findLocationOf(items: readonly WantedItem[]): string | undefined {
    const wantedByItem = Map.groupBy(items, ({ inventory_item_id }) => inventory_item_id)
    return this.#locations.find((location_id) =>
      Array.from(wantedByItem).every(
        ([id, wanted]) => this.#availableAt(id, location_id) >= wanted.reduce((sum, { quantity }) => sum + quantity, 0),
      ),
    )
  }

  /** The first location also gets the units that no location has. */
  split({ inventory_item_id, quantity }: WantedItem): AllocatedPart[] {
    const locations = this.#locations
      .filter((location_id) => this.#availableByItem.get(inventory_item_id)?.has(location_id))
      .toSorted((a, b) => this.#availableAt(inventory_item_id, b) - this.#availableAt(inventory_item_id, a))
    let missing = quantity
    const parts = locations.map((location_id) => {
      const available = Math.max(0, this.#availableAt(inventory_item_id, location_id))
      const part = { location_id, quantity: Math.min(available, missing) }
      missing -= part.quantity
      return part
    })
    if (parts[0]) parts[0].quantity += missing
    return parts.filter((part) => part.quantity > 0)
  }

  take(inventory_item_id: string, { location_id, quantity }: AllocatedPart): void {
    const available = this.#availableAt(inventory_item_id, location_id)
    this.#availableByItem.get(inventory_item_id)?.set(location_id, available - quantity)
  }

  #availableAt(inventory_item_id: string, location_id: string): number {
    return this.#availableByItem.get(inventory_item_id)?.get(location_id) ?? Number.NEGATIVE_INFINITY
  }
}
