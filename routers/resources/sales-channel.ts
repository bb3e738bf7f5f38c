import { z } from 'zod'
import { SalesChannel } from '#entities/market/sales-channel/sales-channel.ts'
import { columnsOf } from '../reading/columns.ts'
import { defineResource, toMany } from '../reading/define-resource.ts'

/** The wire format has stock locations. The shop has none and no table for them. */
class StockLocation {
  declare id: string
}

export const StockLocationResource = defineResource({
  name: 'StockLocation',
  entity: StockLocation,
  columns: { id: z.string() },
})

export const SalesChannelResource = defineResource({
  name: 'SalesChannel',
  entity: SalesChannel,
  columns: columnsOf(SalesChannel),
  relations: () => ({ locations: toMany(StockLocationResource) }),
})
