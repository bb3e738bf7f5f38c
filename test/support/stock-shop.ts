import { InventoryItem } from '#entities/inventory/item/inventory-item.ts'
import { ProductVariantInventoryItem } from '#entities/inventory/item/variant-inventory-item.ts'
import { InventoryLevel } from '#entities/inventory/level/inventory-level.ts'
import { ReservationItem } from '#entities/inventory/reservation/reservation-item.ts'
import { SalesChannelLocation } from '#entities/inventory/stock-location/sales-channel-location.ts'
import { StockLocation } from '#entities/inventory/stock-location/stock-location.ts'
import { FulfillmentStock } from '#entities/orders/fulfillment/fulfillment-stock.ts'
import { enableInventory } from '#server/database/enable-inventory.ts'
import { useConsistentShop } from './consistent-shop.ts'
import { expectSuccess } from './expect-success.ts'
import type { Identified } from './resources.ts'

export interface StockedVariant {
  id: string
  item_id: string
}

/** Opens a consistent shop with inventory. */
export async function useStockShop() {
  const consistentShop = await useConsistentShop()
  const { shop } = consistentShop
  await enableInventory(shop.orm)
  const { store } = await expectSuccess(shop.admin.get('/admin/store'))

  /** Creates a location that the default channel sells from, unless `channel` is null. */
  async function location({ channel = store.default_sales_channel_id }: { channel?: string | null } = {}) {
    const em = shop.orm.em.fork()
    const { id } = em.create(StockLocation, { name: 'Location' })
    if (channel) em.create(SalesChannelLocation, { sales_channel_id: channel, location_id: id })
    await em.flush()
    return id
  }

  async function addLevel({ item_id }: Pick<StockedVariant, 'item_id'>, location_id: string, stocked_quantity: number) {
    const em = shop.orm.em.fork()
    em.create(InventoryLevel, { inventory_item_id: item_id, location_id, stocked_quantity })
    await em.flush()
  }

  /** Creates a variant with units at each location. */
  async function variant(
    stock: readonly (readonly [location: string, quantity: number])[],
    changes: object = {},
  ): Promise<StockedVariant> {
    const { id, product_id } = await shop.given.variant({ stock: 0 })
    if (Object.keys(changes).length > 0)
      await expectSuccess(shop.admin.post(`/admin/products/${product_id}/variants/${id}`, changes))
    const em = shop.orm.em.fork()
    const link = await em.findOne(ProductVariantInventoryItem, { variant_id: id })
    const item_id = link?.inventory_item_id ?? em.create(InventoryItem, {}).id
    if (!link) em.create(ProductVariantInventoryItem, { variant_id: id, inventory_item_id: item_id })
    await em.flush()
    for (const [location_id, quantity] of stock) await addLevel({ item_id }, location_id, quantity)
    return { id, item_id }
  }

  return {
    ...consistentShop,
    location,
    addLevel,
    variant,

    async setStock({ item_id }: StockedVariant, location_id: string, stocked_quantity: number) {
      await shop.orm.em
        .fork()
        .nativeUpdate(InventoryLevel, { inventory_item_id: item_id, location_id }, { stocked_quantity })
    },

    /** Returns the stocked and the reserved quantity. */
    async levelAt({ item_id }: StockedVariant, location_id: string): Promise<[stocked: number, reserved: number]> {
      const level = await shop.orm.em.fork().findOneOrFail(InventoryLevel, { inventory_item_id: item_id, location_id })
      return [level.stocked_quantity, level.reserved_quantity]
    },

    /** Returns the live reservations of a line, by location. */
    async reservedFor({ id }: Identified): Promise<Record<string, number>> {
      const reservations = await shop.orm.em
        .fork()
        .find(ReservationItem, { line_item_id: id }, { orderBy: { id: 'asc' } })
      return Object.fromEntries(reservations.map(({ location_id, quantity }) => [location_id, quantity]))
    },

    orderOf: (...lines: (readonly [Identified, number])[]) => consistentShop.placeOrder({ lines }),

    shortageOf: ({ id }: Identified) => `Variant with id: ${id} does not have the required inventory`,

    unitsOf: ({ id }: Identified) => shop.orm.em.fork().find(FulfillmentStock, { fulfillment_id: id }),
  }
}
