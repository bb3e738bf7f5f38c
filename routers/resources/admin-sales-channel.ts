import { SalesChannel } from '#entities/market/sales-channel/sales-channel.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, type Resource, type RowOf, toMany } from '../reading/define-resource.ts'
import { ProductResource } from './product.ts'
import { SalesChannelLocationResource } from './sales-channel.ts'

const salesChannel = defineResource({
  name: 'AdminSalesChannel',
  entity: SalesChannel,
  columns: columnsOf(SalesChannel),
  relations: () => ({ locations: toMany(SalesChannelLocationResource), products: toMany(ProductResource) }),
})
export interface AdminSalesChannelView extends RowOf<typeof salesChannel> {}

export const AdminSalesChannel: Resource<AdminSalesChannelView> = salesChannel
