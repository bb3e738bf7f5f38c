import type { EventName, Message } from 'cartwright'

/** The template of each event. Files have the name of the template, such as `order-placed.txt.eta`. */
export const TEMPLATES = {
  'order.placed': 'order-placed',
  'order.canceled': 'order-canceled',
  'order.shipment_created': 'shipped',
  'swap.shipment_created': 'shipped',
  'claim.shipment_created': 'shipped',
  'order.return_requested': 'return-requested',
  'order.items_returned': 'return-received',
  'order.refund_created': 'refund',
  'order.gift_card_created': 'gift-card',
  'swap.created': 'swap-created',
  'claim.created': 'claim-created',
  'order-edit.requested': 'order-edit-requested',
  'customer.created': 'welcome',
  'customer.password_reset': 'customer-password',
  'user.password_reset': 'user-password',
  'invite.created': 'invitation',
  'draft_order.payment_link_created': 'payment-link',
  'order.payment_link_created': 'payment-link',
  'swap.payment_link_created': 'payment-link',
  'order-update-token.created': 'order-transfer',
  'batch.completed': 'export-finished',
} as const satisfies { [Name in EventName]?: string }

export type MailEvent = keyof typeof TEMPLATES
export type TemplateName = (typeof TEMPLATES)[MailEvent]

export interface Mail {
  /** The name of a template, or the event of another plugin. */
  template: string
  locale: string
  values: MailValues
  /** The text of another plugin. Templates of the shop replace it. */
  text?: Message['text']
}

/** The values of a template. Amounts are in minor units. */
export interface MailValues {
  shop: { name: string; url: string; logo?: MailLogo | undefined }
  /** Empty if the name could carry advertising. */
  first_name: string
  link: string
  order?: OrderValues
  items: readonly ItemValues[]
  tracking: readonly { number: string; url: string | null; carrier: string | null }[]
  /** The refund, the value of the gift card, the amount due of a payment link, or the difference of a swap, which is negative for a refund. */
  amount: number
  code: string
  ends_at: string | null
  claim_type: string
  /** Empty unless the mail has a payment link. */
  pays: '' | 'draft_order' | 'order' | 'swap'
  order_numbers: readonly number[]
  /** The values of the mail of another plugin. */
  data?: Message['data']
}

/** A picture inside of the mail. */
export interface MailLogo {
  /** A `data:` address. */
  url: string
  /** In pixels. */
  width: number
  height: number
}

export interface ItemValues {
  title: string
  description: string | null
  quantity: number
}

interface OrderItemValues extends ItemValues {
  /** Before discounts, without tax. */
  subtotal: number
  /** Before discounts, as `sums`. */
  amount: number
}

/** The parts of the total, with their tax if the customer has seen prices with tax. */
export interface OrderSums {
  includes_tax: boolean
  items: number
  discount: number
  shipping: number
  gift_card: number
}

export interface OrderValues {
  id: string
  display_id: number
  created_at: Date | string
  currency_code: string
  email: string
  items: readonly OrderItemValues[]
  shipping_address: AddressValues | null
  shipping_methods: readonly string[]
  sums: OrderSums
  /** Without tax, as the other totals. */
  subtotal: number
  shipping_total: number
  discount_total: number
  gift_card_total: number
  tax_total: number
  total: number
}

export interface AddressValues {
  first_name: string | null
  last_name: string | null
  company: string | null
  address_1: string | null
  address_2: string | null
  postal_code: string | null
  city: string | null
  country_code: string | null
}
