import type { StockChannels } from '#entities/inventory/availability/channel-stock.ts'
import { stockedWithin } from '#entities/inventory/availability/stocked-within.ts'
import { isInventoryEnabled } from '#entities/market/store/inventory-mode.ts'
import type { Reader } from '../context/dependencies.ts'
import { type Bounds, type Condition, inRange } from '../reading/conditions.ts'

const OPERATORS = { lt: '<', gt: '>', lte: '<=', gte: '>=' } as const

/** Matches variants by their stock in the channels. */
export async function inStock(
  { em, dependencies }: Reader,
  filter: Bounds | number | undefined,
  channels: Exclude<StockChannels, 'all'>,
): Promise<Condition | undefined> {
  if (filter === undefined) return undefined
  dependencies?.refuseReuse()
  if (!(await isInventoryEnabled(em))) return inRange({ inventory_quantity: filter })
  const bounds = typeof filter === 'number' ? [['=', filter] as const] : boundsOf(filter)
  return bounds.length === 0 ? undefined : { id: { $in: stockedWithin(bounds, channels) } }
}

const boundsOf = (bounds: Bounds) =>
  (['lt', 'gt', 'lte', 'gte'] as const).flatMap((name) => {
    const bound = bounds[name]
    return bound === undefined ? [] : [[OPERATORS[name], Number(bound)] as const]
  })
