import { z } from 'zod'
import { requiredText } from '../../schemas/common.ts'
import { NewQuantity } from '../../schemas/quantity.ts'

export const pieces = { item_id: requiredText, quantity: NewQuantity }

/** Pieces of lines, of at least one. */
export const PiecesOfLines = z.array(z.strictObject(pieces)).min(1)

/** The same, none twice. */
export const namedOnce = (items: readonly { item_id: string }[]): boolean =>
  new Set(items.map(({ item_id }) => item_id)).size === items.length
