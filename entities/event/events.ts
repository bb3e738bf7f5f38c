/** What every event tells: whose it is, and whether nobody is to be notified of it (admin §4.12). */
export interface Subject {
  id: string
  no_notification?: boolean | null
}

type Of<Names extends string, Payload = Subject> = Record<Names, Payload>

type BatchEvents =
  Of<`batch.${'created' | 'updated' | 'pre_processed' | 'confirmed' | 'processing' | 'completed' | 'canceled' | 'failed'}`>

type ClaimEvents = Of<`claim.${'created' | 'updated' | 'canceled' | 'refund_processed'}`> &
  Of<`claim.${'fulfillment_created' | 'shipment_created'}`, Subject & { fulfillment_id: string }> &
  Of<`claim_item.${'created' | 'updated' | 'canceled'}`>

type OrderEvents =
  Of<`order.${'placed' | 'updated' | 'canceled' | 'completed' | 'payment_captured' | 'payment_capture_failed'}`> &
    Of<
      `order.${'fulfillment_created' | 'fulfillment_canceled' | 'shipment_created'}`,
      Subject & { fulfillment_id: string }
    > &
    Of<`order.${'return_requested' | 'items_returned' | 'return_action_required'}`, Subject & { return_id: string }> &
    Of<'order.refund_created', Subject & { refund_id: string }> &
    Of<'order.refund_failed'> &
    Of<'order.swap_created', Subject & { swap_id: string }> &
    Of<'order.gift_card_created', Subject & { gift_card_id: string }>

type CatalogueEvents =
  Of<`${'product' | 'product-collection' | 'product-category' | 'region'}.${'created' | 'updated' | 'deleted'}`> &
    Of<`sales_channel.${'created' | 'updated' | 'deleted'}`> &
    Of<`product-variant.${'created' | 'updated' | 'deleted'}`, Subject & { product_id: string }> &
    Of<`product-collection.${'products_added' | 'products_removed'}`, Subject & { product_ids: string[] }>

type CustomerEvents = Of<`customer.${'created' | 'updated'}`> & Of<`user.${'created' | 'updated' | 'deleted'}`>

type ShopEvents = Of<'currency.updated', { id: string; code: string }> &
  Of<'discount.created' | 'gift_card.created'> &
  Of<`draft_order.${'created' | 'updated'}`> &
  Of<`note.${'created' | 'updated' | 'deleted'}`>

type OAuthEvents = Of<
  | `oauth.${'token_generated' | 'token_refreshed'}`
  | `oauth.token_generated.${string}`
  | `oauth.token_refreshed.${string}`,
  Subject & { application_name: string }
>

interface Addressee {
  id: string
  email: string
  first_name?: string | null | undefined
  last_name?: string | null | undefined
}

/** Events that hold a token for somebody's eyes only. They are kept from lists and webhooks, and lose their token once delivered. */
export interface PrivateEvents {
  'customer.password_reset': Addressee & { token: string }
  'user.password_reset': Addressee & { token: string }
  'invite.created': { id: string; user_email: string; token: string }
  /** Whoever reads `old_email` may hand the orders over to the account of the customer. */
  'order-update-token.created': {
    id: string
    new_customer_id: string
    old_email: string
    orders: string[]
    token: string
  }
}

/** What happens in the shop, and what each event tells of it. */
export type Events = BatchEvents &
  ClaimEvents &
  OrderEvents &
  CatalogueEvents &
  CustomerEvents &
  ShopEvents &
  OAuthEvents &
  PrivateEvents

export type EventName = keyof Events

/** An event as subscribers get it. */
export type EventOf<Name extends EventName> = {
  [One in Name]: { id: number; created_at: Date; name: One; payload: Events[One] }
}[Name]

const privateNames: readonly string[] = [
  'customer.password_reset',
  'user.password_reset',
  'invite.created',
  'order-update-token.created',
] satisfies (keyof PrivateEvents)[]

export const isPrivate = (name: EventName): boolean => privateNames.includes(name)
