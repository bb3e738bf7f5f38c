import { z } from 'zod'
import { selecting } from '../../schemas/query.ts'

/** What is done to a cart names it, and takes `expand` and `fields`; only reading a cart heeds them. */
export const cartInput = { id: z.string(), ...selecting }

export const Context = z.record(z.string(), z.unknown())
