import { StockLocation } from '#entities/inventory/stock-location/stock-location.ts'
import { StockLocationAddress } from '#entities/inventory/stock-location/stock-location-address.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, toMany, toOne } from '../reading/define-resource.ts'
import { SalesChannelResource } from './sales-channel.ts'

const StockLocationAddressResource = defineResource({
  name: 'StockLocationAddress',
  entity: StockLocationAddress,
  columns: columnsOf(StockLocationAddress),
})

export const StockLocationResource = defineResource({
  name: 'StockLocation',
  entity: StockLocation,
  columns: columnsOf(StockLocation),
  relations: () => ({ address: toOne(StockLocationAddressResource), sales_channels: toMany(SalesChannelResource) }),
})
