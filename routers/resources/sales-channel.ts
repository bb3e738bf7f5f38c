import { SalesChannelLocation } from '#entities/inventory/stock-location/sales-channel-location.ts'
import { SalesChannel } from '#entities/market/sales-channel/sales-channel.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, toMany } from '../reading/define-resource.ts'

export const SalesChannelLocationResource = defineResource({
  name: 'SalesChannelLocation',
  entity: SalesChannelLocation,
  columns: columnsOf(SalesChannelLocation),
})

export const SalesChannelResource = defineResource({
  name: 'SalesChannel',
  entity: SalesChannel,
  columns: columnsOf(SalesChannel),
  relations: () => ({ locations: toMany(SalesChannelLocationResource) }),
})
