import { itemNotFoundMessage } from '#entities/inventory/item/change-item.ts'
import { rowAnswer } from '../../reading/row-answer.ts'
import { InventoryItemResource, StockedItemResource } from '../../resources/inventory-item.ts'
import { inventoryMutation } from '../inventory-procedure.ts'

const SHOWN_LEVELS = ['location_levels']
const stockedView = {
  resource: StockedItemResource,
  defaults: { relations: SHOWN_LEVELS, relationsWithExpanded: SHOWN_LEVELS },
}

/** The item with its levels. */
export const stockedItemAnswer = rowAnswer('inventory_item', stockedView, itemNotFoundMessage)
export const itemMutation = inventoryMutation(rowAnswer('inventory_item', InventoryItemResource, itemNotFoundMessage))
