import { z } from 'zod'
import { metadata, softDelete, timestamps } from '../inputs/common.ts'
import { resource, type ToOne, toOne } from '../reading/resource.ts'
import { orderColumns } from './order-columns.ts'
import { RegionResource, type RegionView } from './region.ts'

const columns = {
  id: z.string(),
  ...timestamps,
  ...softDelete,
  ...metadata,
  code: z.string(),
  value: z.int(),
  balance: z.int(),
  region_id: z.string(),
  order_id: z.string().nullable(),
  is_disabled: z.boolean(),
  ends_at: z.date().nullable(),
  tax_rate: z.number().nullable(),
}

export const GiftCardResource = resource('GiftCard', columns, {
  get region(): ToOne<RegionView> {
    return toOne(RegionResource)
  },
})

/** A gift card as whoever knows its code may see it. */
export const StoreGiftCard = resource(
  'StoreGiftCard',
  { id: z.string(), code: z.string(), value: z.int(), balance: z.int() },
  {
    get region(): ToOne<RegionView> {
      return toOne(RegionResource)
    },
  },
)

/** The row of the order in which a card was bought, without what it comes to. */
export const BuyingOrder = resource('GiftCardOrder', orderColumns)

/** A gift card as those see it who run the shop. */
export const AdminGiftCardResource = resource('AdminGiftCard', columns, {
  get region(): ToOne<RegionView> {
    return toOne(RegionResource)
  },
  get order() {
    return toOne(BuyingOrder)
  },
})
export interface GiftCardView extends z.output<typeof GiftCardResource> {}
export interface AdminGiftCardView extends z.output<typeof AdminGiftCardResource> {}
