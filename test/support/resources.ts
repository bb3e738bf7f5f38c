import type { BodyOf } from './reply.ts'

export type Region = BodyOf<'GET', '/admin/regions/*'>['region']
export type Product = BodyOf<'GET', '/admin/products/*'>['product']
export type Variant = Product['variants'][number]
export type ShippingOption = BodyOf<'GET', '/admin/shipping-options/*'>['shipping_option']
export type GiftCard = BodyOf<'GET', '/admin/gift-cards/*'>['gift_card']
export type Cart = BodyOf<'GET', '/store/carts/*'>['cart']
/** An order as the completion of its cart returns it. */
export type Order = Extract<Completion, { type: 'order' }>['data']
export type AdminOrder = BodyOf<'GET', '/admin/orders/*'>['order']
export type LineItem = Order['items'][number]
export type User = BodyOf<'GET', '/admin/users/*'>['user']
export type Claim = AdminOrder['claims'][number]
export type Swap = AdminOrder['swaps'][number]
export type Fulfillment = AdminOrder['fulfillments'][number]
export type BatchJob = BodyOf<'GET', '/admin/batch-jobs/*'>['batch_job']
export type OrderEdit = BodyOf<'GET', '/admin/order-edits/*'>['order_edit']
export type DraftOrder = BodyOf<'GET', '/admin/draft-orders/*'>['draft_order']
export type Webhook = BodyOf<'GET', '/admin/webhooks/*'>['webhook']
export type SalesChannel = BodyOf<'GET', '/admin/sales-channels/*'>['sales_channel']
export type Category = BodyOf<'GET', '/admin/product-categories/*'>['product_category']
type Payment = BodyOf<'GET', '/admin/payments/*'>['payment']
export type PaymentSession = Cart['payment_sessions'][number]
export type Price = Variant['prices'][number]

export interface Identified {
  id: string
}

export interface OrderLines extends Identified {
  items: readonly [OrderLine, ...OrderLine[]]
}
interface OrderLine extends Identified {
  variant_id: string
  quantity: number
}

export type Completion = BodyOf<'POST', '/store/carts/*/complete'>

type Read<Path extends string> = BodyOf<'GET', Path>

/** The body of a response whose path the compiler does not know. */
export interface AnyBody
  extends Read<'/admin/api-keys'>,
    Read<'/admin/api-keys/*'>,
    Read<'/admin/apps'>,
    Read<'/admin/audit-log'>,
    Read<'/admin/audit-log/*'>,
    Read<'/admin/batch-jobs'>,
    Read<'/admin/batch-jobs/*'>,
    Read<'/admin/collections'>,
    Read<'/admin/collections/*'>,
    Read<'/admin/currencies'>,
    Read<'/admin/customer-groups'>,
    Read<'/admin/customer-groups/*'>,
    Read<'/admin/customers'>,
    Read<'/admin/customers/*'>,
    Read<'/admin/discounts'>,
    Read<'/admin/discounts/*'>,
    Read<'/admin/discounts/*/conditions/*'>,
    Read<'/admin/draft-orders'>,
    Read<'/admin/draft-orders/*'>,
    Read<'/admin/events'>,
    Read<'/admin/gift-cards'>,
    Read<'/admin/gift-cards/*'>,
    Read<'/admin/invites'>,
    Read<'/admin/notes'>,
    Read<'/admin/notes/*'>,
    Read<'/admin/notifications'>,
    Read<'/admin/order-edits'>,
    Read<'/admin/order-edits/*'>,
    Read<'/admin/orders'>,
    Read<'/admin/orders/*'>,
    Read<'/admin/payment-collections/*'>,
    Read<'/admin/payments/*'>,
    Read<'/admin/price-lists'>,
    Read<'/admin/price-lists/*'>,
    Read<'/admin/product-categories'>,
    Read<'/admin/product-categories/*'>,
    Read<'/admin/product-tags'>,
    Read<'/admin/product-types'>,
    Read<'/admin/products'>,
    Read<'/admin/products/*'>,
    Read<'/admin/publishable-api-keys'>,
    Read<'/admin/publishable-api-keys/*'>,
    Read<'/admin/regions'>,
    Read<'/admin/regions/*'>,
    Read<'/admin/return-reasons'>,
    Read<'/admin/return-reasons/*'>,
    Read<'/admin/returns'>,
    Read<'/admin/sales-channels'>,
    Read<'/admin/sales-channels/*'>,
    Read<'/admin/shipping-options'>,
    Read<'/admin/shipping-options/*'>,
    Read<'/admin/shipping-profiles'>,
    Read<'/admin/shipping-profiles/*'>,
    Read<'/admin/store'>,
    Read<'/admin/swaps'>,
    Read<'/admin/swaps/*'>,
    Read<'/admin/tax-rates'>,
    Read<'/admin/tax-rates/*'>,
    Read<'/admin/users'>,
    Read<'/admin/users/*'>,
    Read<'/admin/variants'>,
    Read<'/admin/variants/*'>,
    Read<'/admin/webhooks'>,
    Read<'/admin/webhooks/*'>,
    Read<'/store/carts/*'> {
  data: Order
  payment: Payment
  payment_link: { token: string }
  payment_session: PaymentSession
}
