import type { z } from 'zod'
import { resource, type ToOne, toOne } from '../reading/resource.ts'
import { LineItemResource } from './line-item.ts'
import { ProductVariantResource, type ProductVariantView } from './product.ts'
import { CartRow, type CartRowView } from './stored-cart.ts'

/** A line of a cart with its totals. */
export const CartLineItem = resource('CartLineItem', LineItemResource.omit({ variant: true }).shape, {
  get variant(): ToOne<ProductVariantView> {
    return toOne(ProductVariantResource)
  },
  get cart(): ToOne<CartRowView> {
    return toOne(CartRow)
  },
})

export interface CartLineItemView extends z.output<typeof CartLineItem> {}
