import { z } from 'zod'
import { addCondition, deleteCondition } from '#entities/promotions/discount/change-conditions.ts'
import {
  addConditionResources,
  removeConditionResources,
  replaceConditionResources,
} from '#entities/promotions/discount/condition-resources.ts'
import { findCondition, lockCondition } from '#entities/promotions/discount/find-condition.ts'
import { rest } from '../../context/meta.ts'
import { deletionResponse, idsOf, lenientObject } from '../../inputs/common.ts'
import { selectionParams } from '../../inputs/query.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import { readRow } from '../../reading/read-row.ts'
import { responseSchema } from '../../reading/resource.ts'
import { DiscountConditionResource, DiscountResource } from '../../resources/discount.ts'
import { Operator, resources } from './discount-inputs.ts'
import { discountAnswer, discountMutation } from './read-discount.ts'

const view = {
  resource: DiscountConditionResource,
  defaults: {
    relations: ['discount_rule'],
    columns: ['id', 'type', 'operator', 'discount_rule_id', 'created_at', 'updated_at'],
  },
}

const ids = { discount_id: z.string(), condition_id: z.string() }

/** Accepts an ID, or an object with an ID. */
const ResourceReference = z.preprocess(
  (value: { id: string }) => (typeof value === 'string' ? { id: value } : value),
  lenientObject({ id: z.string() }),
)

const Batch = z.strictObject({ ...ids, resources: z.array(ResourceReference), ...selectionParams })

export const conditions = router({
  createCondition: discountMutation(
    z.strictObject({ discount_id: z.string(), operator: Operator, ...resources, ...selectionParams }),
  )
    .meta(rest('POST', '/discounts/{discount_id}/conditions', 'Add a condition to a discount'))
    .mutation(async ({ ctx, input: { discount_id, ...condition } }) => {
      await addCondition(ctx.em, discount_id, condition)
      return { id: discount_id }
    }),

  getCondition: adminProcedure
    .meta(rest('GET', '/discounts/{discount_id}/conditions/{condition_id}', 'Retrieve a discount condition'))
    .input(z.strictObject({ ...ids, ...selectionParams }))
    .output(responseSchema({ discount_condition: DiscountConditionResource }))
    .query(async ({ ctx, input }) => {
      const { id } = await findCondition(ctx.em, input)
      const discount_condition = await readRow(ctx.em, input, { ...view, where: [{ id }] })
      return { discount_condition: discount_condition! }
    }),

  updateCondition: discountMutation(z.strictObject({ ...ids, ...resources, ...selectionParams }))
    .meta(
      rest('POST', '/discounts/{discount_id}/conditions/{condition_id}', 'Update a discount condition', {
        lockKey: 'discount_id',
      }),
    )
    .mutation(async ({ ctx, input }) => {
      await replaceConditionResources(ctx.em, await lockCondition(ctx.em, input), input)
      return { id: input.discount_id }
    }),

  deleteCondition: adminProcedure
    .meta(
      rest('DELETE', '/discounts/{discount_id}/conditions/{condition_id}', 'Delete a discount condition', {
        lockKey: 'discount_id',
      }),
    )
    .input(z.strictObject({ ...ids, ...selectionParams }))
    .output(responseSchema({ ...deletionResponse.shape, discount: DiscountResource }))
    .mutation(async ({ ctx, input: { discount_id, condition_id, ...selection } }) => {
      await deleteCondition(ctx.em, { discount_id, condition_id })
      await ctx.em.flush()
      const { discount } = await discountAnswer.read(ctx, discount_id, selection)
      return { id: condition_id, object: 'discount-condition', deleted: true, discount }
    }),

  addConditionResources: discountMutation(Batch)
    .meta(
      rest(
        'POST',
        '/discounts/{discount_id}/conditions/{condition_id}/batch',
        'Add resources to a discount condition',
        { lockKey: 'discount_id' },
      ),
    )
    .mutation(async ({ ctx, input: { resources, ...condition } }) => {
      await addConditionResources(ctx.em, await lockCondition(ctx.em, condition), idsOf(resources))
      return { id: condition.discount_id }
    }),

  removeConditionResources: discountMutation(Batch)
    .meta(
      rest(
        'DELETE',
        '/discounts/{discount_id}/conditions/{condition_id}/batch',
        'Remove products, types, collections, tags or groups from a discount condition',
        { lockKey: 'discount_id' },
      ),
    )
    .mutation(async ({ ctx, input: { resources, ...condition } }) => {
      await removeConditionResources(ctx.em, await lockCondition(ctx.em, condition), idsOf(resources))
      return { id: condition.discount_id }
    }),
})
