import { z } from 'zod'
import { deleteInventoryItem, updateInventoryItem } from '#entities/inventory/item/change-item.ts'
import { createInventoryItem, type ITEM_MEASURES, ITEM_TEXTS } from '#entities/inventory/item/create-item.ts'
import { InventoryItem } from '#entities/inventory/item/inventory-item.ts'
import { rest } from '../../context/meta.ts'
import { optionalInputs } from '../../inputs/columns.ts'
import { numberFilter, queryOneOrList, selectionParams, textFilter } from '../../inputs/query.ts'
import { StockQuantity } from '../../inputs/stock-quantity.ts'
import { router } from '../../procedures/trpc.ts'
import { equalTo, inRange, matchText, relatedTo, searchText } from '../../reading/conditions.ts'
import { ItemWithVariantsResource } from '../../resources/inventory-item.ts'
import { inventoryDeletion, inventoryGet, inventoryList } from '../inventory-procedure.ts'
import { itemMutation, stockedItemAnswer } from './read-item.ts'

const SHOWN_RELATIONS = ['location_levels', 'variants.product']
const view = {
  resource: ItemWithVariantsResource,
  defaults: { relations: SHOWN_RELATIONS, relationsWithExpanded: SHOWN_RELATIONS },
}

const measures = {
  weight: StockQuantity.nullish(),
  length: StockQuantity.nullish(),
  height: StockQuantity.nullish(),
  width: StockQuantity.nullish(),
} satisfies Record<(typeof ITEM_MEASURES)[number], unknown>

const columns = { ...optionalInputs(InventoryItem, ITEM_TEXTS), ...measures }

/** Every text except `true` means false, as in Medusa v1. */
const TrueOrFalse = z.preprocess((value) => value === true || value === 'true', z.boolean())

const filters = {
  q: z.string().optional(),
  id: queryOneOrList.optional(),
  location_id: queryOneOrList.optional(),
  sku: queryOneOrList.optional(),
  origin_country: queryOneOrList.optional(),
  mid_code: queryOneOrList.optional(),
  material: queryOneOrList.optional(),
  hs_code: textFilter.optional(),
  weight: numberFilter.optional(),
  length: numberFilter.optional(),
  height: numberFilter.optional(),
  width: numberFilter.optional(),
  requires_shipping: TrueOrFalse.optional(),
}

export const itemCrud = router({
  list: inventoryList('inventory_items', view, filters)
    .meta(rest('GET', '/inventory-items', 'List inventory items with their levels'))
    .query(({ input }) => {
      const { q, id, location_id, sku, origin_country, mid_code, material, hs_code, requires_shipping } = input
      const { weight, length, height, width } = input
      const locations = location_id === undefined ? undefined : [location_id].flat()
      return {
        ...(locations && { only: { location_levels: { location_id: locations } } }),
        where: [
          equalTo({ id, sku, origin_country, mid_code, material, requires_shipping }),
          matchText('hs_code', hs_code),
          inRange({ weight, length, height, width }),
          searchText(q, ['sku', 'title', 'description']),
          relatedTo('location_levels', locations, 'location_id'),
        ],
      }
    }),

  get: inventoryGet(
    stockedItemAnswer,
    rest('GET', '/inventory-items/{id}', 'Retrieve an inventory item with its levels'),
  ),

  create: itemMutation(
    z.strictObject({
      variant_id: z.string().nullish(),
      ...columns,
      ...optionalInputs(InventoryItem, ['metadata']),
      ...selectionParams,
    }),
  )
    .meta(rest('POST', '/inventory-items', 'Create an inventory item for a variant'))
    .mutation(({ ctx, input }) => createInventoryItem(ctx.em, input)),

  update: itemMutation(
    z.strictObject({ id: z.string(), ...columns, requires_shipping: z.boolean().optional(), ...selectionParams }),
  )
    .meta(rest('POST', '/inventory-items/{id}', 'Update an inventory item'))
    .mutation(({ ctx, input: { id, ...changes } }) => updateInventoryItem(ctx.em, id, changes)),

  delete: inventoryDeletion('inventory_item')
    .meta(rest('DELETE', '/inventory-items/{id}', 'Delete an inventory item with its levels'))
    .mutation(({ ctx, input: { id } }) => deleteInventoryItem(ctx.em, id)),
})
