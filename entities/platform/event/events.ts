import type { PluginEventGroup } from './plugin-events.ts'

export interface EventSubject {
  id: string
  no_notification?: boolean | null
}

const CHANGE_VERBS = ['created', 'updated', 'deleted'] as const

const EVENT_VERBS = {
  balance: ['adjusted'],
  batch: ['created', 'updated', 'pre_processed', 'confirmed', 'processing', 'completed', 'canceled', 'failed'],
  claim: [
    'created',
    'updated',
    'canceled',
    'fulfillment_created',
    'shipment_created',
    'shipment_delivered',
    'refund_processed',
  ],
  claim_item: ['created', 'updated', 'canceled'],
  currency: ['updated'],
  customer: ['created', 'updated', 'erased'],
  discount: ['created'],
  draft_order: ['created', 'updated'],
  gift_card: ['created'],
  'inventory-item': CHANGE_VERBS,
  'inventory-level': CHANGE_VERBS,
  note: CHANGE_VERBS,
  oauth: ['token_generated', 'token_refreshed'],
  order: [
    'placed',
    'updated',
    'canceled',
    'completed',
    'payment_captured',
    'payment_capture_failed',
    'fulfillment_created',
    'fulfillment_canceled',
    'shipment_created',
    'shipment_delivered',
    'return_requested',
    'items_returned',
    'return_action_required',
    'refund_created',
    'refund_failed',
    'swap_created',
    'gift_card_created',
  ],
  payment: ['payment_captured', 'payment_capture_failed', 'payment_refund_created', 'payment_refund_failed'],
  'order-edit': ['created', 'updated', 'requested', 'confirmed', 'declined', 'canceled'],
  'order-edit-item-change': ['CREATED', 'DELETED'],
  'payment-collection': [...CHANGE_VERBS, 'payment_authorized'],
  product: CHANGE_VERBS,
  'product-category': CHANGE_VERBS,
  'product-collection': [...CHANGE_VERBS, 'products_added', 'products_removed'],
  'product-variant': [...CHANGE_VERBS, 'stock_changed'],
  publishable_api_key: ['created', 'revoked'],
  region: CHANGE_VERBS,
  'reservation-item': CHANGE_VERBS,
  'reservation-items': ['bulk-created'],
  sales_channel: CHANGE_VERBS,
  'stock-location': CHANGE_VERBS,
  swap: [
    'created',
    'received',
    'fulfillment_created',
    'shipment_created',
    'shipment_delivered',
    'payment_completed',
    'payment_captured',
    'payment_capture_failed',
    'refund_processed',
    'process_refund_failed',
  ],
  user: CHANGE_VERBS,
} as const

export type EventGroup = keyof typeof EVENT_VERBS
type PublicEventName = { [One in EventGroup]: `${One}.${(typeof EVENT_VERBS)[One][number]}` }[EventGroup]
type AppEventName = `oauth.${(typeof EVENT_VERBS)['oauth'][number]}.${string}`

interface EventDetails {
  /** `id` is the id of the account. */
  'balance.adjusted': { customer_id: string; entry_id: string }
  'claim.fulfillment_created': { fulfillment_id: string }
  'claim.shipment_created': { fulfillment_id: string }
  'claim.shipment_delivered': { fulfillment_id: string }
  'currency.updated': { code: string }
  /** `id` is the first of `ids`, also in the other events with `ids`. */
  'inventory-item.created': { ids: string[] }
  'inventory-item.deleted': { ids: string[] }
  'inventory-level.created': { ids: string[] }
  'inventory-level.deleted': { ids: string[] }
  'oauth.token_generated': { application_name: string }
  'oauth.token_refreshed': { application_name: string }
  'order.fulfillment_created': { fulfillment_id: string }
  'order.fulfillment_canceled': { fulfillment_id: string }
  'order.shipment_created': { fulfillment_id: string }
  'order.shipment_delivered': { fulfillment_id: string }
  'order.return_requested': { return_id: string }
  'order.items_returned': { return_id: string }
  'order.return_action_required': { return_id: string }
  'order.refund_created': { refund_id: string }
  'order.swap_created': { swap_id: string }
  'order.gift_card_created': { gift_card_id: string }
  'payment.payment_captured': { order_id: string }
  'payment.payment_capture_failed': { order_id: string }
  /** `id` is the id of the refund. */
  'payment.payment_refund_created': { payment_id: string; order_id: string }
  'payment.payment_refund_failed': { refund_id: string; order_id: string }
  'product-collection.products_added': { product_ids: string[] }
  'product-collection.products_removed': { product_ids: string[] }
  'product-variant.created': { product_id: string }
  'product-variant.updated': { product_id: string }
  'product-variant.deleted': { product_id: string }
  'product-variant.stock_changed': { product_id: string }
  'reservation-item.created': { ids: string[] }
  'reservation-item.deleted': { ids: string[] }
  'reservation-items.bulk-created': { ids: string[] }
  'swap.received': { order_id: string }
  'swap.fulfillment_created': { fulfillment_id: string }
  'swap.shipment_created': { fulfillment_id: string }
  'swap.shipment_delivered': { fulfillment_id: string }
}

interface Addressee {
  id: string
  email: string
  first_name?: string | null | undefined
  last_name?: string | null | undefined
}

interface PaymentLinkEvent {
  id: string
  email: string
  /** Opens the page on which the customer pays. */
  token: string
  expires_at: string
  order_id?: string
  /** What the customer of an order owes, in minor units. */
  amount?: number
  /** The language of the e-mail. Default: the language of the order. */
  locale?: string
}

/** Events with a token. The API and webhooks hide these events. The shop deletes the token after delivery. */
export interface PrivateEvents {
  'customer.password_reset': Addressee & { token: string }
  'user.password_reset': Addressee & { token: string }
  'invite.created': { id: string; user_email: string; token: string }
  'draft_order.payment_link_created': PaymentLinkEvent
  'order.payment_link_created': PaymentLinkEvent
  'swap.payment_link_created': PaymentLinkEvent
  /** The token lets the owner of `old_email` transfer the orders to the customer with `new_customer_id`. */
  'order-update-token.created': {
    id: string
    new_customer_id: string
    old_email: string
    orders: string[]
    token: string
  }
}

const PRIVATE_EVENT_NAMES: readonly string[] = [
  'customer.password_reset',
  'user.password_reset',
  'invite.created',
  'draft_order.payment_link_created',
  'order.payment_link_created',
  'swap.payment_link_created',
  'order-update-token.created',
] satisfies (keyof PrivateEvents)[]

type PublicEvents = {
  [Name in PublicEventName]: Name extends keyof EventDetails ? EventSubject & EventDetails[Name] : EventSubject
}
type AppEvents = Record<AppEventName, EventSubject & { application_name: string }>

/**
 * The payloads of the events that plugins announce. A plugin adds its own.
 *
 * @example
 * declare module 'cartwright' {
 *   interface PluginEvents {
 *     'gift-wrap.requested': { order_id: string }
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: plugins add properties.
export interface PluginEvents {}

/** A notification about the event goes to `email`, or to the customer with the ID `customer_id`. */
export interface Addressable {
  email?: string | null
  customer_id?: string | null
}

type PluginEventPayloads = { [Name in keyof PluginEvents]: EventSubject & Addressable & PluginEvents[Name] }

export type Events = PublicEvents & AppEvents & PrivateEvents & PluginEventPayloads
export type EventName = keyof Events

export type EventOf<Name extends EventName> = {
  [One in Name]: { id: number; created_at: Date; name: One; payload: Events[One] }
}[Name]

export const isPrivateEvent = (name: EventName): boolean => PRIVATE_EVENT_NAMES.includes(name)

export const PUBLIC_EVENT_NAMES: readonly string[] = Object.entries(EVENT_VERBS).flatMap(([group, verbs]) =>
  verbs.map((verb) => `${group}.${verb}`),
)

export const isEventGroup = (name: string): boolean => Object.hasOwn(EVENT_VERBS, name)

/** Whether the core or a plugin announces the event, also in private. */
export const isEventName = (name: string, plugins: readonly PluginEventGroup[]): boolean =>
  !name.endsWith('*') && (isEventFilter(name, plugins) || PRIVATE_EVENT_NAMES.includes(name))

/** A filter is `*`, a group such as `order.*`, or the name of a public event. */
export function isEventFilter(filter: string, plugins: readonly PluginEventGroup[]): boolean {
  if (filter === '*' || PUBLIC_EVENT_NAMES.includes(filter)) return true
  if (plugins.some(({ group, names }) => filter === `${group}.*` || names.includes(filter))) return true
  return filter.endsWith('.*')
    ? isEventGroup(filter.slice(0, -2))
    : /^oauth\.token_(generated|refreshed)\..+$/.test(filter)
}
