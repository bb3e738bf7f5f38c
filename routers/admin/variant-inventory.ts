import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import {
  findVariantAndItems,
  readChannelAvailability,
  readStockPerChannel,
} from '#entities/inventory/availability/channel-availability.ts'
import { isInventoryEnabled } from '#entities/market/store/inventory-mode.ts'
import { rest } from '../context/meta.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'
import { readRows } from '../reading/read-row.ts'
import { responseSchema } from '../reading/resource.ts'
import { VariantItemResource } from '../resources/inventory-item.ts'

const view = { resource: VariantItemResource, defaults: { relations: ['location_levels'] } }

const ChannelAvailability = z.object({
  channel_name: z.string(),
  channel_id: z.string(),
  available_quantity: z.int(),
})

const VariantInventory = z.object({
  id: z.string(),
  inventory: z.array(VariantItemResource),
  sales_channel_availability: z.array(ChannelAvailability),
})

export const variantInventory = router({
  inventory: adminProcedure
    .meta(rest('GET', '/variants/{id}/inventory', 'Retrieve the inventory of a variant'))
    .input(z.strictObject({ id: z.string() }))
    .output(responseSchema({ variant: VariantInventory }))
    .query(async ({ ctx: { em }, input: { id } }) => {
      const found = await findVariantAndItems(em, id)
      if (found.length === 0) throw new NotFound(`Variant with id: ${id} was not found`)
      const inventory = await readRows(
        em,
        found.flatMap((row) => row.inventory_item_id ?? []),
        view,
      )
      const readAvailability = (await isInventoryEnabled(em)) ? readChannelAvailability : readStockPerChannel
      return { variant: { id, inventory, sales_channel_availability: await readAvailability(em, id) } }
    }),
})
