import { defineSettings, field } from 'cartwright'
import { z } from 'zod'

export const fields = {
  customer: {
    /** Maximum total of a cart without an approval, in minor units. Null: no limit. */
    approval_limit: field.integer({ writableBy: ['admin'] }),
  },
}

export const settings = defineSettings({
  /** Receives a notification about each requested approval. */
  B2B_APPROVER_EMAIL: z.email().optional(),
})
