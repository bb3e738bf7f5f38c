import { z } from 'zod'
import { Amount, Metadata, notEmpty, requiredText } from './common.ts'
import { NewQuantity } from './quantity.ts'

const lineQuantity = { item_id: requiredText, quantity: NewQuantity.check(notEmpty) }

export const LineQuantities = z.array(z.strictObject(lineQuantity)).min(1)

const ReturnItemInput = z.strictObject({ ...lineQuantity, reason_id: z.string().nullish(), note: z.string().nullish() })

export const isUniqueBy =
  <Name extends string>(name: Name) =>
  (rows: readonly Record<Name, string>[]): boolean =>
    new Set(rows.map((row) => row[name])).size === rows.length

export const ReturnItems = z
  .array(ReturnItemInput)
  .min(1)
  .refine(isUniqueBy('item_id'), 'items must not contain a line item twice')

const MISSING =
  'Unable to generate the line item because one or more required argument(s) are missing. ' +
  'Ensure quantity, regionId, and variantId are passed'

export const AdditionalItems = z.array(
  z.strictObject({
    variant_id: requiredText,
    quantity: z
      .int()
      .max(1_000_000)
      .check(notEmpty)
      .refine((quantity) => quantity > 0, MISSING),
  }),
)

/** `price` defaults to the price of the shipping option. */
export const ReturnShippingSchema = z.strictObject({ option_id: requiredText, price: Amount.nullish() })

export const fulfillmentFields = {
  location_id: z.string().nullish(),
  no_notification: z.boolean().nullish(),
  metadata: Metadata.nullish(),
}

export const trackingFields = {
  tracking_numbers: z.array(z.string()).nullish(),
  /** The name of a carrier, for the links of the numbers. */
  carrier: z.string().nullish(),
}

export const shipmentFields = { fulfillment_id: requiredText, ...trackingFields }
