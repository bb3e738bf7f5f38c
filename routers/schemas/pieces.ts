import { z } from 'zod'
import { requiredText } from './common.ts'
import { NewQuantity } from './quantity.ts'

export const pieces = { item_id: requiredText, quantity: NewQuantity }

/** Pieces of lines, of at least one. */
export const PiecesOfLines = z.array(z.strictObject(pieces)).min(1)

/** Pieces of a line that come back, and why. */
const ItemToReturn = z.strictObject({ ...pieces, reason_id: z.string().nullish(), note: z.string().nullish() })

/** Whether no line is named twice. */
export const namedOnce = (items: readonly { item_id: string }[]): boolean =>
  new Set(items.map(({ item_id }) => item_id)).size === items.length

/** What comes back, of each line once. */
export const ReturnItems = z.array(ItemToReturn).min(1).refine(namedOnce, 'items must not name a line twice')

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
