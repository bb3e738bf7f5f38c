import { z } from 'zod'
import { Amount, Metadata, requiredText } from './common.ts'
import { NewQuantity } from './quantity.ts'

export const pieces = { item_id: requiredText, quantity: NewQuantity }

/** Pieces of lines, of at least one. */
export const PiecesOfLines = z.array(z.strictObject(pieces)).min(1)

/** Pieces of a line that come back, and why. */
const ItemToReturn = z.strictObject({ ...pieces, reason_id: z.string().nullish(), note: z.string().nullish() })

/** Whether nothing is named twice. */
export const namedOnce =
  <Name extends string>(name: Name) =>
  (named: readonly Record<Name, string>[]): boolean =>
    new Set(named.map((one) => one[name])).size === named.length

/** What comes back, of each line once. */
export const ReturnItems = z.array(ItemToReturn).min(1).refine(namedOnce('item_id'), 'items must not name a line twice')

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
      .refine((pieces) => pieces > 0, MISSING),
  }),
)

/** How pieces come back, and for how much; for what the option costs where that is not said. */
export const WayBack = z.strictObject({ option_id: requiredText, price: Amount.nullish() })

/** How pieces are packed. */
export const packing = {
  location_id: z.string().nullish(),
  no_notification: z.boolean().nullish(),
  metadata: Metadata.nullish(),
}

/** A parcel that is on its way, and what it is followed by. */
export const trackedParcel = { fulfillment_id: requiredText, tracking_numbers: z.array(z.string()).nullish() }
