import { z } from 'zod'
import { Amount, Metadata, notEmpty, requiredText } from './common.ts'
import { NewQuantity } from './quantity.ts'

export const lineQuantity = { item_id: requiredText, quantity: NewQuantity.check(notEmpty) }

/** Pieces of lines, of at least one. */
export const LineQuantities = z.array(z.strictObject(lineQuantity)).min(1)

/** Pieces of a line that come back, and why. */
const ReturnItemInput = z.strictObject({ ...lineQuantity, reason_id: z.string().nullish(), note: z.string().nullish() })

/** Whether nothing is named twice. */
export const isUniqueBy =
  <Name extends string>(name: Name) =>
  (named: readonly Record<Name, string>[]): boolean =>
    new Set(named.map((one) => one[name])).size === named.length

/** What comes back, of each line once. */
export const ReturnItems = z
  .array(ReturnItemInput)
  .min(1)
  .refine(isUniqueBy('item_id'), 'items must not contain a line item twice')

const MISSING =
  'Unable to generate the line item because one or more required argument(s) are missing. ' +
  'Ensure quantity, regionId, and variantId are passed'

/** What is sent for other pieces. */
export const AdditionalItems = z.array(
  z.strictObject({
    variant_id: requiredText,
    quantity: z
      .int()
      .max(1_000_000)
      .check(notEmpty)
      .refine((pieces) => pieces > 0, MISSING),
  }),
)

/** How pieces come back, and for how much; for what the option costs where that is not said. */
export const ReturnShippingSchema = z.strictObject({ option_id: requiredText, price: Amount.nullish() })

/** How pieces are packed. */
export const fulfillmentFields = {
  location_id: z.string().nullish(),
  no_notification: z.boolean().nullish(),
  metadata: Metadata.nullish(),
}

/** A parcel that is on its way, and what it is followed by. */
export const shipmentFields = { fulfillment_id: requiredText, tracking_numbers: z.array(z.string()).nullish() }
