import { enableInventory } from '#server/database/enable-inventory.ts'
import { expectSuccess } from './expect-success.ts'
import { openTestShop, type TestShop, type TestShopOptions } from './shop.ts'

type Levels = readonly (readonly [location: { id: string }, quantity: number])[]

interface InventoryShopOptions extends TestShopOptions {
  /** Runs before inventory is enabled. */
  prepare?: (shop: TestShop) => Promise<void>
}

/** Opens a shop with inventory enabled. */
export async function openInventoryShop({ prepare, ...options }: InventoryShopOptions = {}) {
  const shop = await openTestShop(options)
  await prepare?.(shop)
  await enableInventory(shop.orm)
  return Object.assign(shop, inventoryFactories(shop))
}

type Overrides = Record<string, unknown>

let serial = 0

function inventoryFactories(shop: TestShop) {
  const admin = shop.admin
  const itemOf = async (variant: { id: string }) =>
    (await expectSuccess(admin.get(`/admin/variants/${variant.id}/inventory`))).variant.inventory[0]

  async function defaultChannel() {
    const { store } = await expectSuccess(admin.get('/admin/store'))
    return { id: store.default_sales_channel_id }
  }

  const link = (channel: { id: string }, location: { id: string }) =>
    expectSuccess(admin.post(`/admin/sales-channels/${channel.id}/stock-locations`, { location_id: location.id }))

  /** A location of the default channel, or of `channel`, or of no channel if `channel` is null. */
  async function location(channel?: { id: string } | null) {
    const { stock_location } = await expectSuccess(
      admin.post('/admin/stock-locations', { name: `Location ${++serial}` }),
    )
    if (channel !== null) await link(channel ?? (await defaultChannel()), stock_location)
    return stock_location
  }

  /** A product with one variant, and a level of its item for each entry of `levels`. */
  async function stockedVariant(levels: Levels, overrides: Overrides = {}, productOverrides: Overrides = {}) {
    const variant = {
      ...{ title: 'One', prices: [{ currency_code: 'eur', amount: 1000 }], options: [{ value: 'One' }] },
      ...overrides,
    }
    const product = await shop.given.product({ variants: [variant], ...productOverrides })
    const item = await itemOf(product.variants[0]!)
    for (const [{ id: location_id }, stocked_quantity] of levels)
      await expectSuccess(
        admin.post(`/admin/inventory-items/${item.id}/location-levels`, { location_id, stocked_quantity }),
      )
    return { product, variant: product.variants[0]!, item }
  }

  return { defaultChannel, itemOf, link, location, stockedVariant }
}
