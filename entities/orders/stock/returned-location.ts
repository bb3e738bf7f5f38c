import { anyOf } from '#database/query.ts'
import { NotFound } from '#entities/errors.ts'
import { query } from '#entities/query.ts'
import type { LinesInStock } from './lines-in-stock.ts'

type LocationId = string | null | undefined

export const selectLocations = query((db, ids: readonly string[]) =>
  db.selectFrom('stock_location').select('id').where('id', '=', anyOf(ids)),
)

/** Returns the first location, or undefined if the locations are deleted. */
export const findLocation = (ids: readonly LocationId[], locations: readonly { id: string }[]): string | undefined =>
  ids.find((id) => locations.some((location) => location.id === id)) ?? undefined

export const locationsOfItem = ({ levels: { levels } }: LinesInStock, inventory_item_id: string): string[] =>
  levels.filter((level) => level.inventory_item_id === inventory_item_id).map(({ location_id }) => location_id)

export const levelNotFound = (inventory_item_id: string, location_id: LocationId): NotFound =>
  new NotFound(`Inventory level for inventory item ${inventory_item_id} and location ${location_id ?? null} not found`)
