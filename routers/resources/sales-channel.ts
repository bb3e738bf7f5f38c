import { z } from 'zod'
import { SalesChannel } from '#entities/market/sales-channel/sales-channel.ts'
import { columnsOf } from '../reading/columns.ts'
import { defineResource, toMany } from '../reading/define-resource.ts'

/** The API format of Medusa v1 has stock locations. This server has none, and has no table for stock locations. */
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
