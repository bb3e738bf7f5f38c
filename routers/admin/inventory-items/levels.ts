import { z } from 'zod'
import { assertItemExists } from '#entities/inventory/item/change-item.ts'
import { createLevel, deleteLevel, updateLevel } from '#entities/inventory/level/change-level.ts'
import { rest } from '../../context/meta.ts'
import { MAX_LIMIT, queryOneOrList, selectionParams } from '../../inputs/query.ts'
import { StockQuantity } from '../../inputs/stock-quantity.ts'
import { router } from '../../procedures/trpc.ts'
import { equalTo } from '../../reading/conditions.ts'
import { listRows } from '../../reading/list-rows.ts'
import { responseSchema } from '../../reading/resource.ts'
import { InventoryLevelResource } from '../../resources/inventory-item.ts'
import { inventoryProcedure } from '../inventory-procedure.ts'
import { itemMutation } from './read-item.ts'

const level = { id: z.string(), location_id: z.string() }

export const levels = router({
  listLevels: inventoryProcedure
    .meta(rest('GET', '/inventory-items/{id}/location-levels', 'List the levels of an inventory item'))
    .input(z.strictObject({ id: z.string(), location_id: queryOneOrList.optional(), ...selectionParams }))
    .output(
      responseSchema({
        inventory_item: z.object({ id: z.string(), location_levels: z.array(InventoryLevelResource) }),
      }),
    )
    .query(async ({ ctx: { em }, input: { id, location_id, ...selection } }) => {
      await assertItemExists(em, id)
      const { rows } = await listRows(
        em,
        { ...selection, limit: MAX_LIMIT, offset: 0 },
        {
          resource: InventoryLevelResource,
          where: [equalTo({ inventory_item_id: id, location_id })],
        },
      )
      return { inventory_item: { id, location_levels: rows } }
    }),

  createLevel: itemMutation(
    z.strictObject({
      ...level,
      stocked_quantity: StockQuantity,
      incoming_quantity: StockQuantity.optional(),
      ...selectionParams,
    }),
  )
    .meta(rest('POST', '/inventory-items/{id}/location-levels', 'Add a level to an inventory item'))
    .mutation(({ ctx, input }) => createLevel(ctx.em, input)),

  updateLevel: itemMutation(
    z.strictObject({
      ...level,
      incoming_quantity: StockQuantity.optional(),
      stocked_quantity: StockQuantity.optional(),
      ...selectionParams,
    }),
  )
    .meta(
      rest('POST', '/inventory-items/{id}/location-levels/{location_id}', 'Update a level of an inventory item', {
        lockKey: 'id',
      }),
    )
    .mutation(({ ctx, input }) => updateLevel(ctx.em, input)),

  deleteLevel: itemMutation(z.strictObject({ ...level, ...selectionParams }))
    .meta(
      rest('DELETE', '/inventory-items/{id}/location-levels/{location_id}', 'Delete a level of an inventory item', {
        lockKey: 'id',
      }),
    )
    .mutation(({ ctx, input }) => deleteLevel(ctx.em, input)),
})
