import { Order } from '#entities/orders/order/order.ts'
import { enableInventory } from '#server/database/enable-inventory.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { populateShop } from '#test/support/populate-shop.ts'
import type { TestShop } from '#test/support/shop.ts'

/** Fills a demo shop with rows of every kind, with long texts and with inventory. */
export async function fillShop(shop: TestShop): Promise<void> {
  await populateShop(shop)
  await shop.given.draftOrder({ email: 'augusta.ada.byron.of.lovelace@example.com' })
  await changeRows(shop, Order, { id: (await shop.given.order()).id }, { payment_status: 'requires_action' })
  await shop.admin.post('/admin/webhooks', { url: 'https://example.com/hooks', events: ['order.*'] })
  await enableInventory(shop.orm)
}
