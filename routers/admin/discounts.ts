import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { createDiscount } from '#entities/discount/create-discount.ts'
import { Discount, normalisedCode } from '#entities/discount/discount.ts'
import { CONDITION_OPERATORS } from '#entities/discount/discount-condition.ts'
import { ALLOCATIONS, DISCOUNT_TYPES } from '#entities/discount/discount-rule.ts'
import { NotFound } from '#entities/errors.ts'
import { rest } from '../meta.ts'
import { Metadata, Moment } from '../schemas/common.ts'
import { equal, search, within } from '../schemas/conditions.ts'
import { listRows, readRow } from '../schemas/list.ts'
import { dateFilter, ordering, paging, queryBoolean, selecting } from '../schemas/query.ts'
import { answer, listAnswer } from '../schemas/resource.ts'
import { DiscountResource } from '../schemas/resources/discount.ts'
import { adminProcedure, router } from '../trpc.ts'

const view = {
  entity: Discount,
  resource: DiscountResource,
  defaults: { relations: ['parent_discount', 'regions', 'rule.conditions'] },
}

const withDiscount = answer({ discount: DiscountResource })

const filters = {
  q: z.string().optional(),
  rule: z
    .strictObject({ type: z.enum(DISCOUNT_TYPES).optional(), allocation: z.enum(ALLOCATIONS).optional() })
    .optional(),
  is_dynamic: queryBoolean.optional(),
  is_disabled: queryBoolean.optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
}

const ids = z.array(z.string()).nullish()

const NewCondition = z.strictObject({
  operator: z.enum(CONDITION_OPERATORS),
  products: ids,
  product_types: ids,
  product_collections: ids,
  product_tags: ids,
  customer_groups: ids,
})

const NewRule = z.strictObject({
  description: z.string().nullish(),
  type: z.enum(DISCOUNT_TYPES, 'Invalid rule type, must be one of "fixed", "percentage" or "free_shipping"'),
  value: z.int().min(0),
  allocation: z.enum(ALLOCATIONS, 'Invalid allocation type, must be one of "total" or "item"'),
  conditions: z.array(NewCondition).nullish(),
})

const DURATION = /^P(?=.)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+S)?)?$/

const newDiscount = {
  code: z.string().trim().min(1),
  rule: NewRule,
  is_dynamic: z.boolean().optional(),
  is_disabled: z.boolean().optional(),
  starts_at: Moment.optional(),
  ends_at: Moment.nullish(),
  valid_duration: z.string().regex(DURATION, '"valid_duration" must be a valid ISO 8601 duration').nullish(),
  usage_limit: z.int().min(1, 'usage_limit must be a positive number').nullish(),
  regions: z.array(z.string()),
  metadata: Metadata.nullish(),
}

export const discounts = router({
  list: adminProcedure
    .meta(rest('GET', '/discounts', 'List the discounts'))
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
})

/** The discount as it is stored. */
async function readDiscount(
  em: EntityManager,
  id: string,
  wanted: { expand?: string | undefined; fields?: string | undefined },
): Promise<{ discount: z.output<typeof DiscountResource> }> {
  const discount = await readRow(em, wanted, { ...view, where: [{ id }] })
  if (!discount) throw new NotFound(`Discount with id ${id} was not found`)
  return { discount }
}
