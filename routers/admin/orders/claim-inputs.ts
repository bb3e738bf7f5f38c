import { z } from 'zod'
import { CLAIM_REASONS } from '#entities/orders/claim/claim-item.ts'
import { CLAIM_TYPES } from '#entities/orders/claim/claim-order.ts'
import { AddressPayload } from '../../filters/address-inputs.ts'
import { Amount, Metadata, notEmpty, requiredText } from '../../inputs/common.ts'
import { AdditionalItems } from '../../inputs/line-quantities.ts'
import { NewQuantity } from '../../inputs/quantity.ts'

const text = z.string().nullish()

/** The length check adds the message `should not be empty` if the type is missing. */
const Type = z.enum(CLAIM_TYPES).check(z.minLength(1))

const Reason = z.enum(
  CLAIM_REASONS,
  'Claim Item reason must be one of "missing_item", "wrong_item", "production_failure" or "other".',
)

const Url = z.url({ protocol: /^https?$/ })

const methods = z
  .array(
    z.strictObject({
      id: text,
      option_id: text,
      price: Amount.nullish(),
      data: z.record(z.string(), z.unknown()).nullish(),
    }),
  )
  .nullish()

export const newClaim = {
  type: Type,
  /** An empty list is valid here, because the claim rule rejects it with its own message. */
  claim_items: z
    .array(
      z.strictObject({
        item_id: requiredText,
        quantity: NewQuantity.check(notEmpty),
        note: text,
        reason: Reason,
        tags: z.array(z.string()).nullish(),
        images: z.array(Url).nullish(),
      }),
    )
    .min(0),
  return_shipping: z.strictObject({ option_id: text, price: Amount.nullish() }).nullish(),
  additional_items: AdditionalItems.nullish(),
  shipping_methods: methods,
  shipping_address: AddressPayload.nullish(),
  refund_amount: Amount.nullish(),
  no_notification: z.boolean().nullish(),
  return_location_id: text,
  metadata: Metadata.nullish(),
}

export const claimChanges = {
  claim_items: z
    .array(
      z.strictObject({
        id: requiredText,
        item_id: text,
        quantity: z.int().nullish(),
        note: text,
        reason: Reason.nullish(),
        images: z.array(z.strictObject({ id: text, url: Url.nullish() })).nullish(),
        tags: z.array(z.strictObject({ id: text, value: text })).nullish(),
        metadata: Metadata.nullish(),
      }),
    )
    .nullish(),
  shipping_methods: methods,
  no_notification: z.boolean().nullish(),
  metadata: Metadata.nullish(),
}
