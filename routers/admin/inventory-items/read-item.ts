import type { EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { itemNotFound } from '#entities/inventory/item/change-item.ts'
import { readRow } from '../../reading/read-row.ts'
import { responseSchema } from '../../reading/resource.ts'
import type { SelectionInput } from '../../reading/selection.ts'
import { InventoryItemResource, StockedItemResource } from '../../resources/inventory-item.ts'
import { inventoryMutation } from '../inventory-procedure.ts'

const itemResponse = responseSchema({ inventory_item: InventoryItemResource })
export const stockedItemResponse = responseSchema({ inventory_item: StockedItemResource })

const SHOWN_LEVELS = ['location_levels']
const stockedView = {
  resource: StockedItemResource,
  defaults: { relations: SHOWN_LEVELS, relationsWithExpanded: SHOWN_LEVELS },
}

/** Returns the item with its levels. @throws NotFound */
export async function readStockedItem(
  em: EntityManager,
  id: string,
  selection: SelectionInput,
): Promise<z.output<typeof stockedItemResponse>> {
  const inventory_item = await readRow(em, selection, { ...stockedView, where: [{ id }] })
  if (!inventory_item) throw itemNotFound(id)
  return { inventory_item }
}

async function readItem(
  { em }: { em: EntityManager },
  id: string,
  selection: SelectionInput,
): Promise<z.output<typeof itemResponse>> {
  const inventory_item = await readRow(em, selection, { resource: InventoryItemResource, where: [{ id }] })
  if (!inventory_item) throw itemNotFound(id)
  return { inventory_item }
}

export const itemMutation = inventoryMutation({ response: itemResponse, read: readItem })
