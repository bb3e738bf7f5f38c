import { z } from 'zod'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { defineResource, toOne } from '../reading/define-resource.ts'
import { lineColumns, lineTotals, pricedLineRelations } from './line-item.ts'
import { CartRow } from './stored-cart.ts'

export const CartLineItem = defineResource({
  name: 'CartLineItem',
  entity: LineItem,
  fields: 'line_item',
  columns: lineColumns,
  /** The chosen tax of an item without a product. */
  sparse: { tax_rate_id: z.string().optional() },
  added: lineTotals.columns,
  relations: () => ({ ...pricedLineRelations(), cart: toOne(CartRow) }),
})
