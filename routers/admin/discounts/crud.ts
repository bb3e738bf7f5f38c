import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { createDiscount } from '#entities/promotions/discount/create-discount.ts'
import { deleteDiscount } from '#entities/promotions/discount/delete-discount.ts'
import { normalizeDiscountCode } from '#entities/promotions/discount/discount.ts'
import { ALLOCATIONS, DISCOUNT_TYPES } from '#entities/promotions/discount/discount-rule.ts'
import { updateDiscount } from '#entities/promotions/discount/update-discount.ts'
import { rest } from '../../context/meta.ts'
import { withChanges, withFields } from '../../filters/field-inputs.ts'
import { booleanFilter, dateFilter, selectionParams } from '../../inputs/query.ts'
import { adminGet } from '../../procedures/row-get.ts'
import { adminList } from '../../procedures/row-list.ts'
import { adminDeletion } from '../../procedures/row-mutation.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import { equalTo, inRange, searchText } from '../../reading/conditions.ts'
import { readRow } from '../../reading/read-row.ts'
import { discountChanges, newDiscount } from './discount-inputs.ts'
import { discountAnswer, discountMutation, discountReadOptions } from './read-discount.ts'

const filters = {
  q: z.string().optional(),
  rule: z
    .strictObject({ type: z.enum(DISCOUNT_TYPES).optional(), allocation: z.enum(ALLOCATIONS).optional() })
    .optional(),
  is_dynamic: booleanFilter.optional(),
  parent_discount_id: z.union([z.string(), z.strictObject({ exists: z.boolean() })]).optional(),
  is_disabled: booleanFilter.optional(),
  is_automatic: booleanFilter.optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
}

export const discountCrud = router({
  list: adminList('discounts', discountReadOptions, filters, { fields: 'discount' })
    .meta(rest('GET', '/discounts', 'List discounts', { allowsStaleReads: true }))
    .query(({ input }) => {
      const { q, rule = {}, is_dynamic, parent_discount_id, is_disabled, is_automatic, created_at, updated_at } = input
      const ruleCondition = equalTo(rule)
      return [
        searchText(q, ['code']),
        equalTo({ is_dynamic, parent_discount_id, is_disabled, is_automatic }),
        ruleCondition && { rule: ruleCondition },
        inRange({ created_at, updated_at }),
      ]
    }),

  get: adminGet(discountAnswer, rest('GET', '/discounts/{id}', 'Retrieve a discount')),

  getByCode: adminProcedure
    .meta(rest('GET', '/discounts/code/{code}', 'Retrieve a discount by its code'))
    .input(z.strictObject({ code: z.string(), ...selectionParams }))
    .output(discountAnswer.response)
    .query(async ({ ctx, input: { code, ...selection } }) => {
      const discount = await readRow(ctx.em, selection, {
        ...discountReadOptions,
        where: [{ code: normalizeDiscountCode(code) }],
      })
      if (!discount) throw new NotFound(`Discounts with code ${code} was not found`)
      return { discount }
    }),

  create: discountMutation(withFields(['discount', 'admin'], { ...newDiscount, ...selectionParams }))
    .meta(rest('POST', '/discounts', 'Create a discount'))
    .mutation(({ ctx, input }) => createDiscount(ctx.em, input)),

  update: discountMutation(
    withChanges(['discount', 'admin'], { id: z.string(), ...discountChanges, ...selectionParams }),
  )
    .meta(rest('POST', '/discounts/{id}', 'Update a discount'))
    .mutation(({ ctx, input: { id, ...changes } }) => updateDiscount(ctx.em, id, changes)),

  delete: adminDeletion('discount')
    .meta(rest('DELETE', '/discounts/{id}', 'Delete a discount with its dynamic codes'))
    .mutation(({ ctx, input: { id } }) => deleteDiscount(ctx.em, id)),
})
