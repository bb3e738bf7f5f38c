import { z } from 'zod'
import { selectionParams } from '../../inputs/query.ts'

/** Every cart procedure accepts `expand` and `fields`, but only `get` uses them. */
export const cartInput = { id: z.string(), ...selectionParams }

export const CartContext = z.record(z.string(), z.unknown())
