import {
  adminList,
  adminProcedure,
  equalTo,
  insertRow,
  lockRow,
  NotFound,
  ProductVariant,
  requiredText,
  rest,
  router,
} from 'cartwright'
import { z } from 'zod'
import { DigitalKey, DigitalKeyResource } from './digital-key.ts'

const filters = { variant_id: z.string().optional(), order_id: z.string().optional() }
const Codes = z.array(requiredText.max(200)).min(1).max(1000)

export const admin = router({
  list: adminList('keys', DigitalKeyResource, filters)
    .meta(rest('GET', '/digital-goods', 'List keys'))
    .query(({ input: { variant_id, order_id } }) => [equalTo({ variant_id, order_id })]),

  add: adminProcedure
    .meta(rest('POST', '/digital-goods/{variant_id}', 'Add keys of a variant'))
    .input(z.strictObject({ variant_id: z.string(), codes: Codes }))
    .output(z.object({ added: z.int() }))
    .mutation(async ({ ctx: { em }, input: { variant_id, codes } }) => {
      const variant = await lockRow(em, ProductVariant, { id: variant_id }, 'share')
      if (!variant) throw new NotFound(`Variant with id: ${variant_id} was not found`)
      for (const code of codes) insertRow(em, DigitalKey, { variant_id, code })
      return { added: codes.length }
    }),
})
