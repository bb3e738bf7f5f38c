import { z } from 'zod'
import { createDiscount } from '#entities/discount/create-discount.ts'
import { deleteDiscount } from '#entities/discount/delete-discount.ts'
import { normalisedCode } from '#entities/discount/discount.ts'
import { ALLOCATIONS, DISCOUNT_TYPES } from '#entities/discount/discount-rule.ts'
import { updateDiscount } from '#entities/discount/update-discount.ts'
import { NotFound } from '#entities/errors.ts'
import { rest } from '../../meta.ts'
import { deleted } from '../../schemas/common.ts'
import { equal, search, within } from '../../schemas/conditions.ts'
import { listRows, readRow } from '../../schemas/list.ts'
import { booleanFilter, dateFilter, ordering, paging, selecting } from '../../schemas/query.ts'
import { listAnswer } from '../../schemas/resource.ts'
import { DiscountResource } from '../../schemas/resources/discount.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { discountChanges, newDiscount } from './inputs.ts'
import { readDiscount, view, withDiscount } from './read-discount.ts'

const filters = {
  q: z.string().optional(),
  rule: z
    .strictObject({ type: z.enum(DISCOUNT_TYPES).optional(), allocation: z.enum(ALLOCATIONS).optional() })
    .optional(),
  is_dynamic: booleanFilter.optional(),
  is_disabled: booleanFilter.optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
}

export const crud = router({
  list: adminProcedure
    .meta(rest('GET', '/discounts', 'List the discounts', { mayBeStale: true }))
    .input(z.strictObject({ ...paging(20), ...ordering, ...selecting, ...filters }).prefault({}))
    .output(listAnswer('discounts', DiscountResource))
    .query(async ({ ctx, input }) => {
      const { q, rule = {}, is_dynamic, is_disabled, created_at, updated_at } = input
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...view,
        where: [
          search(q, ['code']),
          equal({ is_dynamic, is_disabled }),
          { rule: equal(rule) ?? {} },
          within({ created_at, updated_at }),
        ],
      })
      return { discounts: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/discounts/{id}', 'Read a discount'))
    .input(z.strictObject({ id: z.string(), ...selecting }))
    .output(withDiscount)
    .query(({ ctx, input }) => readDiscount(ctx.em, input.id, input)),

  getByCode: adminProcedure
    .meta(rest('GET', '/discounts/code/{code}', 'Read the discount that has a code'))
    .input(z.strictObject({ code: z.string(), ...selecting }))
    .output(withDiscount)
    .query(async ({ ctx, input: { code, ...wanted } }) => {
      const discount = await readRow(ctx.em, wanted, { ...view, where: [{ code: normalisedCode(code) }] })
      if (!discount) throw new NotFound(`Discounts with code ${code} was not found`)
      return { discount }
    }),

  create: adminProcedure
    .meta(rest('POST', '/discounts', 'Add a discount'))
    .input(z.strictObject({ ...newDiscount, ...selecting }))
    .output(withDiscount)
    .mutation(async ({ ctx, input: { expand, fields, ...discount } }) => {
      const { id } = await createDiscount(ctx.em, discount)
      await ctx.em.flush()
      return readDiscount(ctx.em, id, { expand, fields })
    }),

  update: adminProcedure
    .meta(rest('POST', '/discounts/{id}', 'Change a discount'))
    .input(z.strictObject({ id: z.string(), ...discountChanges, ...selecting }))
    .output(withDiscount)
    .mutation(async ({ ctx, input: { id, expand, fields, ...changes } }) => {
      await updateDiscount(ctx.em, id, changes)
      await ctx.em.flush()
      return readDiscount(ctx.em, id, { expand, fields })
    }),

  delete: adminProcedure
    .meta(rest('DELETE', '/discounts/{id}', 'Delete a discount and its dynamic codes'))
    .input(z.strictObject({ id: z.string() }))
    .output(deleted)
    .mutation(async ({ ctx, input: { id } }) => {
      await deleteDiscount(ctx.em, id)
      return { id, object: 'discount', deleted: true }
    }),
})
