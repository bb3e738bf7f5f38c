import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { createDiscount } from '#entities/promotions/discount/create-discount.ts'
import { deleteDiscount } from '#entities/promotions/discount/delete-discount.ts'
import { normalizeDiscountCode } from '#entities/promotions/discount/discount.ts'
import { ALLOCATIONS, DISCOUNT_TYPES } from '#entities/promotions/discount/discount-rule.ts'
import { updateDiscount } from '#entities/promotions/discount/update-discount.ts'
import { booleanFilter, dateFilter, orderParams, pagingParams, selectionParams } from '../../inputs/query.ts'
import { rest } from '../../meta.ts'
import { equalTo, inRange, searchText } from '../../reading/conditions.ts'
import { listRows } from '../../reading/list-rows.ts'
import { readRow } from '../../reading/read-row.ts'
import { listResponseSchema } from '../../reading/resource.ts'
import { DiscountResource } from '../../resources/discount.ts'
import { adminDeletion } from '../../row-mutation.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { discountChanges, newDiscount } from './discount-inputs.ts'
import { discountMutation, discountReadOptions, discountResponse, readDiscount } from './read-discount.ts'

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

export const discountCrud = router({
  list: adminProcedure
    .meta(rest('GET', '/discounts', 'List discounts', { allowsStaleReads: true }))
    .input(z.strictObject({ ...pagingParams(20), ...orderParams, ...selectionParams, ...filters }).prefault({}))
    .output(listResponseSchema('discounts', DiscountResource))
    .query(async ({ ctx, input }) => {
      const { q, rule = {}, is_dynamic, is_disabled, created_at, updated_at } = input
      const ruleCondition = equalTo(rule)
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...discountReadOptions,
        where: [
          searchText(q, ['code']),
          equalTo({ is_dynamic, is_disabled }),
          ruleCondition && { rule: ruleCondition },
          inRange({ created_at, updated_at }),
        ],
      })
      return { discounts: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/discounts/{id}', 'Retrieve a discount'))
    .input(z.strictObject({ id: z.string(), ...selectionParams }))
    .output(discountResponse)
    .query(({ ctx, input }) => readDiscount(ctx, input.id, input)),

  getByCode: adminProcedure
    .meta(rest('GET', '/discounts/code/{code}', 'Retrieve a discount by its code'))
    .input(z.strictObject({ code: z.string(), ...selectionParams }))
    .output(discountResponse)
    .query(async ({ ctx, input: { code, ...selection } }) => {
      const discount = await readRow(ctx.em, selection, {
        ...discountReadOptions,
        where: [{ code: normalizeDiscountCode(code) }],
      })
      if (!discount) throw new NotFound(`Discounts with code ${code} was not found`)
      return { discount }
    }),

  create: discountMutation(z.strictObject({ ...newDiscount, ...selectionParams }))
    .meta(rest('POST', '/discounts', 'Create a discount'))
    .mutation(({ ctx, input: { expand, fields, ...discount } }) => createDiscount(ctx.em, discount)),

  update: discountMutation(z.strictObject({ id: z.string(), ...discountChanges, ...selectionParams }))
    .meta(rest('POST', '/discounts/{id}', 'Update a discount'))
    .mutation(({ ctx, input: { id, expand, fields, ...changes } }) => updateDiscount(ctx.em, id, changes)),

  delete: adminDeletion('discount')
    .meta(rest('DELETE', '/discounts/{id}', 'Delete a discount with its dynamic codes'))
    .mutation(({ ctx, input: { id } }) => deleteDiscount(ctx.em, id)),
})
