import { z } from 'zod'
import { selectionParams } from '../../inputs/query.ts'

/** What is done to a cart names it, and takes `expand` and `fields`; only reading a cart heeds them. */
export const cartInput = { id: z.string(), ...selectionParams }

export const CartContext = z.record(z.string(), z.unknown())
