import { z } from 'zod'

/** The fields of the columns of a table that no program wrote. */
export const Mapping = z.object({
  name: z.string().min(1).max(60).default('Table'),
  columns: z.record(z.string().max(1000), z.string().max(200).nullable()),
})
