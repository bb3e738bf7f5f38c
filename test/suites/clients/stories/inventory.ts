import type { MedusaClient } from '../medusa-client.ts'
import type { Story } from '../visit.ts'

type Admin = MedusaClient['admin']

/** Creates a product that is not counted, so that its variant has no inventory item yet. */
async function createUncountedVariant({ products }: Admin): Promise<string> {
  const { product } = await products.create({
    title: 'Poster',
    options: [{ title: 'Size' }],
    variants: [
      {
        title: 'Small',
        manage_inventory: false,
        prices: [{ currency_code: 'eur', amount: 1500 }],
        options: [{ value: 'S' }],
      },
    ],
  })
  return product.variants[0].id
}

export const countStock: Story = async ({ client: { admin } }) => {
  const { stock_location } = await admin.stockLocations.create({
    name: 'North',
    address: { address_1: 'Hafenstraße 1', country_code: 'de' },
  })
  const location_id = stock_location.id
  await admin.stockLocations.update(location_id, { name: 'North, at the harbour' })
  await admin.stockLocations.retrieve(location_id)
  await admin.stockLocations.list({ q: 'North' })
  const { sales_channels } = await admin.salesChannels.list()
  await admin.salesChannels.addLocation(sales_channels[0].id, { location_id })

  const variant_id = await createUncountedVariant(admin)
  const { inventory_item } = await admin.inventoryItems.create({ variant_id, sku: 'POSTER-S' })
  const { id } = inventory_item
  await admin.inventoryItems.update(id, { title: 'Poster' })
  await admin.inventoryItems.createLocationLevel(id, { location_id, stocked_quantity: 10 })
  await admin.inventoryItems.updateLocationLevel(id, location_id, { stocked_quantity: 12 })
  await admin.inventoryItems.listLocationLevels(id)
  await admin.inventoryItems.retrieve(id)
  await admin.inventoryItems.list({ q: 'poster' })
  await admin.variants.getInventory(variant_id)

  const { reservation } = await admin.reservations.create({ inventory_item_id: id, location_id, quantity: 2 })
  await admin.reservations.update(reservation.id, { quantity: 3 })
  await admin.reservations.retrieve(reservation.id)
  await admin.reservations.list()
  await admin.reservations.delete(reservation.id)

  await admin.inventoryItems.deleteLocationLevel(id, location_id)
  await admin.inventoryItems.delete(id)
  await admin.salesChannels.removeLocation(sales_channels[0].id, { location_id })
  await admin.stockLocations.delete(location_id)
}
