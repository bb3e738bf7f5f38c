import { z } from 'zod'
import { requiredText } from './common.ts'
import { NewQuantity } from './quantity.ts'

export const pieces = { item_id: requiredText, quantity: NewQuantity }

/** Pieces of lines, of at least one. */
export const PiecesOfLines = z.array(z.strictObject(pieces)).min(1)

/** Pieces of a line that come back, and why. */
export const ItemToReturn = z.strictObject({ ...pieces, reason_id: z.string().nullish(), note: z.string().nullish() })

/** Whether no line is named twice. */
export const namedOnce = (items: readonly { item_id: string }[]): boolean =>
  new Set(items.map(({ item_id }) => item_id)).size === items.length
