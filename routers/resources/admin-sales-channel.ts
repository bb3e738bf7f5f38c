import type { z } from 'zod'
import { resource, type ToMany, toMany } from '../reading/resource.ts'
import { ProductResource, type ProductView } from './product.ts'
import { SalesChannelResource } from './sales-channel.ts'

/** A sales channel for the administration, with the products that it sells. */
export const AdminSalesChannel = resource('AdminSalesChannel', SalesChannelResource.shape, {
  get products(): ToMany<ProductView> {
    return toMany(ProductResource)
  },
})

export interface AdminSalesChannelView extends z.output<typeof AdminSalesChannel> {}
