import type { Connection } from './connection.ts'

interface StoreReply {
  store: { modules: { module: string }[]; default_sales_channel_id: string }
}

/** Returns the ids of `count` locations of the default channel. Returns no ids in a shop without inventory. */
export async function prepareLocations(admin: Connection, count: number): Promise<string[]> {
  const { store } = await admin.get<StoreReply>('/admin/store')
  if (!store.modules.some(({ module }) => module === 'inventoryService')) return []
  const { stock_locations } = await admin.get<{ stock_locations: { id: string }[] }>('/admin/stock-locations')
  const ids = stock_locations.map(({ id }) => id)
  while (ids.length < count) {
    const name = `Location ${ids.length + 1}`
    const { stock_location } = await admin.post<{ stock_location: { id: string } }>('/admin/stock-locations', { name })
    await admin.post(`/admin/sales-channels/${store.default_sales_channel_id}/stock-locations`, {
      location_id: stock_location.id,
    })
    ids.push(stock_location.id)
  }
  return ids
}

interface VariantReply {
  variant: { inventory: { id: string }[] }
}

/** Spreads the units of a new variant over the locations. */
export async function addLevels(
  admin: Connection,
  { variant_id, quantity, locations }: { variant_id: string; quantity: number; locations: readonly string[] },
): Promise<void> {
  if (locations.length === 0) return
  const { variant } = await admin.get<VariantReply>(`/admin/variants/${variant_id}/inventory`)
  for (const [i, location_id] of locations.entries()) {
    const stocked_quantity = Math.floor((quantity + i) / locations.length)
    await admin.post(`/admin/inventory-items/${variant.inventory[0]?.id}/location-levels`, {
      location_id,
      stocked_quantity,
    })
  }
}
