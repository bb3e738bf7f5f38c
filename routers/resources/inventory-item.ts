import { z } from 'zod'
import { InventoryItem } from '#entities/inventory/item/inventory-item.ts'
import { InventoryLevel } from '#entities/inventory/level/inventory-level.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, toMany } from '../reading/define-resource.ts'
import { ProductVariantResource } from './product.ts'

export const InventoryItemResource = defineResource({
  name: 'InventoryItem',
  entity: InventoryItem,
  columns: columnsOf(InventoryItem),
})

export const InventoryLevelResource = defineResource({
  name: 'InventoryLevel',
  entity: InventoryLevel,
  columns: columnsOf(InventoryLevel),
})

const AvailableLevelResource = defineResource({
  name: 'AvailableInventoryLevel',
  entity: InventoryLevel,
  columns: columnsOf(InventoryLevel),
  computed: {
    columns: { available_quantity: z.int() },
    needs: [],
    compute: ({ stocked_quantity, reserved_quantity }: InventoryLevel) => ({
      available_quantity: stocked_quantity - reserved_quantity,
    }),
  },
})

type Quantities = Pick<InventoryLevel, 'stocked_quantity' | 'reserved_quantity'>

/** The sums of the shown levels. */
const sums = {
  columns: { stocked_quantity: z.int(), reserved_quantity: z.int() },
  needs: ['location_levels'],
  compute: ({ location_levels }: { location_levels: readonly Quantities[] }) => ({
    stocked_quantity: sumOf(location_levels.map((level) => level.stocked_quantity)),
    reserved_quantity: sumOf(location_levels.map((level) => level.reserved_quantity)),
  }),
}

const sumOf = (quantities: readonly number[]) => quantities.reduce((sum, quantity) => sum + quantity, 0)

export const StockedItemResource = defineResource({
  name: 'StockedInventoryItem',
  entity: InventoryItem,
  columns: columnsOf(InventoryItem),
  computed: sums,
  relations: () => ({ location_levels: toMany(AvailableLevelResource) }),
})

export const ItemWithVariantsResource = defineResource({
  name: 'InventoryItemWithVariants',
  entity: InventoryItem,
  columns: columnsOf(InventoryItem),
  computed: sums,
  relations: () => ({ location_levels: toMany(AvailableLevelResource), variants: toMany(ProductVariantResource) }),
})

export const VariantItemResource = defineResource({
  name: 'InventoryItemOfVariant',
  entity: InventoryItem,
  columns: columnsOf(InventoryItem),
  computed: sums,
  added: { deleted_at: z.null() },
  relations: () => ({ location_levels: toMany(AvailableLevelResource) }),
})
