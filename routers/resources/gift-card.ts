import { Order } from '#entities/orders/order/order.ts'
import { GiftCard } from '#entities/promotions/gift-card/gift-card.ts'
import { columnsOf, pickColumns } from '../inputs/columns.ts'
import { defineResource, toOne } from '../reading/define-resource.ts'
import { orderColumns } from './order-columns.ts'
import { RegionResource } from './region.ts'

const columns = columnsOf(GiftCard, { omit: ['balance_correction'] })

export const GiftCardResource = defineResource({
  name: 'GiftCard',
  entity: GiftCard,
  fields: 'gift_card',
  columns,
  relations: () => ({ region: toOne(RegionResource) }),
})

/** Gift card as any caller who knows its code may see it. */
export const StoreGiftCard = defineResource({
  name: 'StoreGiftCard',
  entity: GiftCard,
  fields: 'gift_card',
  columns: pickColumns(GiftCard, ['id', 'code', 'value', 'balance']),
  relations: () => ({ region: toOne(RegionResource) }),
})

const GiftCardOrder = defineResource({
  name: 'GiftCardOrder',
  entity: Order,
  fields: 'order',
  columns: orderColumns,
})

export const AdminGiftCardResource = defineResource({
  name: 'AdminGiftCard',
  entity: GiftCard,
  fields: 'gift_card',
  columns,
  relations: () => ({ region: toOne(RegionResource), order: toOne(GiftCardOrder) }),
})
