import { z } from 'zod'
import { CUSTOM_TITLE } from '#entities/orders/draft-order/draft-lines.ts'
import { DRAFT_ORDER_STATUSES } from '#entities/orders/draft-order/draft-order.ts'
import { AddressOrId } from '../../filters/address-inputs.ts'
import { withFields } from '../../filters/field-inputs.ts'
import { Amount, Email, Metadata, requiredEmail } from '../../inputs/common.ts'
import { NewQuantity } from '../../inputs/quantity.ts'

const text = z.string().nullish()

const commonFields = {
  billing_address: AddressOrId.nullish(),
  shipping_address: AddressOrId.nullish(),
  discounts: z.array(z.strictObject({ code: z.string() })).nullish(),
  customer_id: text,
  no_notification_order: z.boolean().nullish(),
}

export const ownTaxFields = {
  /** For an item without a product: a tax rate of the region, or `default` for the rate of the region. Default: no tax. */
  tax_rate_id: z.string().max(100).nullish(),
  /** For an item without a product: whether the unit price contains the tax. */
  includes_tax: z.boolean().optional(),
}

export const newLineFields = {
  variant_id: text,
  unit_price: Amount.nullish(),
  title: z.string().nullable().default(CUSTOM_TITLE),
  quantity: NewQuantity,
  ...ownTaxFields,
  metadata: Metadata.nullish(),
}

const Shipping = z.strictObject({
  option_id: z.string(),
  data: z.record(z.string(), z.unknown()).nullish(),
  price: Amount.nullish(),
})

export const newDraftOrderFields = {
  status: z.enum(DRAFT_ORDER_STATUSES).nullish(),
  email: requiredEmail,
  region_id: z.string(),
  ...commonFields,
  items: z.array(withFields(['line_item', 'admin'], newLineFields)).nullish(),
  shipping_methods: z.array(Shipping).min(1),
  metadata: Metadata.nullish(),
}

export const draftOrderChangeFields = {
  region_id: text,
  country_code: text,
  email: Email.nullish(),
  ...commonFields,
  /** Replaces the shipping. */
  shipping_methods: z.array(Shipping).min(1).optional(),
}
