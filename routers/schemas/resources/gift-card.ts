import { z } from 'zod'
import { FULFILLMENT_STATUSES, ORDER_STATUSES, PAYMENT_STATUSES } from '#entities/order/statuses.ts'
import { metadata, softDelete, timestamps } from '../common.ts'
import { type One, one, resource } from '../resource.ts'
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
  get region(): One<RegionView> {
    return one(RegionResource)
  },
})

/** A gift card as whoever knows its code may see it. */
export const StoreGiftCard = resource(
  'StoreGiftCard',
  { id: z.string(), code: z.string(), value: z.int(), balance: z.int() },
  {
    get region(): One<RegionView> {
      return one(RegionResource)
    },
  },
)

/** The row of the order in which a card was bought, without what it comes to. */
const BuyingOrder = resource('GiftCardOrder', {
  id: z.string(),
  ...timestamps,
  ...metadata,
  status: z.enum(ORDER_STATUSES),
  fulfillment_status: z.enum(FULFILLMENT_STATUSES),
  payment_status: z.enum(PAYMENT_STATUSES),
  display_id: z.int(),
  cart_id: z.string().nullable(),
  customer_id: z.string(),
  email: z.string(),
  region_id: z.string(),
  currency_code: z.string(),
})

/** A gift card as those see it who run the shop. */
export const AdminGiftCardResource = resource('AdminGiftCard', columns, {
  get region(): One<RegionView> {
    return one(RegionResource)
  },
  get order() {
    return one(BuyingOrder)
  },
})
export interface GiftCardView extends z.output<typeof GiftCardResource> {}
export interface AdminGiftCardView extends z.output<typeof AdminGiftCardResource> {}
