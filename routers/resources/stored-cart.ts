import { z } from 'zod'
import { resource, type ToMany, type ToOne, toMany, toOne } from '../reading/resource.ts'
import { AddressResource, type AddressView } from './address.ts'
import { AdminPayment, type AdminPaymentView } from './admin-payment.ts'
import { AdminSalesChannel, type AdminSalesChannelView } from './admin-sales-channel.ts'
import { storedCartColumns } from './cart-columns.ts'
import { CustomerResource, type CustomerView } from './customer.ts'
import { DiscountResource, type DiscountView } from './discount.ts'
import { AdminGiftCardResource, type AdminGiftCardView } from './gift-card.ts'
import { StoredLine, type StoredLineView, StoredShippingMethod, type StoredShippingMethodView } from './line-item.ts'
import { PaymentSessionResource, type PaymentSessionView } from './payment.ts'
import { RegionResource, type RegionView } from './region.ts'

const columns = { ...storedCartColumns, idempotency_key: z.string().nullable() }

/** The columns of a cart, without relations and totals. */
export const CartRow = resource('CartRow', storedCartColumns)

/** The cart of an order or a draft order with its relations and without totals. */
export const StoredCart = resource('StoredCart', columns, {
  get items(): ToMany<StoredLineView> {
    return toMany(StoredLine)
  },
  get region(): ToOne<RegionView> {
    return toOne(RegionResource)
  },
  get customer(): ToOne<CustomerView> {
    return toOne(CustomerResource)
  },
  get billing_address(): ToOne<AddressView> {
    return toOne(AddressResource)
  },
  get shipping_address(): ToOne<AddressView> {
    return toOne(AddressResource)
  },
  get discounts(): ToMany<DiscountView> {
    return toMany(DiscountResource)
  },
  get gift_cards(): ToMany<AdminGiftCardView> {
    return toMany(AdminGiftCardResource)
  },
  get shipping_methods(): ToMany<StoredShippingMethodView> {
    return toMany(StoredShippingMethod)
  },
  get payment(): ToOne<AdminPaymentView> {
    return toOne(AdminPayment)
  },
  get payment_sessions(): ToMany<PaymentSessionView> {
    return toMany(PaymentSessionResource)
  },
  get sales_channel(): ToOne<AdminSalesChannelView> {
    return toOne(AdminSalesChannel)
  },
})
export interface CartRowView extends z.output<typeof CartRow> {}
export interface StoredCartView extends z.output<typeof StoredCart> {}
