import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { type ConditionResources, replaceConditionResources } from './condition-resources.ts'
import { createCondition, type NewCondition } from './create-condition.ts'
import type { Discount } from './discount.ts'
import { CONDITION_OPERATORS, type ConditionOperator, DiscountCondition } from './discount-condition.ts'
import type { DiscountRule } from './discount-rule.ts'
import { type ConditionIds, findConditionOfDiscount, wrongDiscountMessage } from './find-condition.ts'
import { findDiscount, lockRule } from './find-discount.ts'

/** With an id a condition that is there, without one a new condition, which needs an operator. */
export interface ConditionChange extends ConditionResources {
  id?: string | null | undefined
  operator?: ConditionOperator | null | undefined
}

/** @throws Duplicate where the discount has a condition of this type and operator. */
export async function addCondition(em: EntityManager, discountId: string, condition: NewCondition): Promise<void> {
  const rule = await lockRule(em, await findDiscount(em, discountId))
  await rule.conditions.load()
  createCondition(em, rule, condition)
}

/** A condition that is not there is no fault; one of another discount is. */
export async function deleteCondition(em: EntityManager, { discount_id, condition_id }: ConditionIds): Promise<void> {
  const discount = await findDiscount(em, discount_id)
  const rule = await lockRule(em, discount)
  const condition = await em.findOne(DiscountCondition, { id: condition_id })
  if (condition && condition.discount_rule_id !== rule.id)
    throw new NotFound(wrongDiscountMessage(discount, condition_id))
  if (condition) em.remove(condition)
}

/**
 * Changes the conditions that are named by their ids and adds the others; what a condition names is all it is about.
 * @throws NotFound for a condition that is not there. InvalidData for one of another discount, and a new one without operator.
 */
export async function upsertConditions(
  em: EntityManager,
  discount: Discount,
  rule: DiscountRule,
  wanted: readonly ConditionChange[],
): Promise<void> {
  const conditions = await rule.conditions.loadItems()
  const changes = new Map(wanted.flatMap(({ id, ...change }) => (id ? [[id, change]] : [])))
  for (const [id, { operator, ...resources }] of changes) {
    const condition =
      conditions.find((condition) => condition.id === id) ?? (await findConditionOfDiscount(em, discount, id))
    await replaceConditionResources(em, condition, resources)
    if (operator) rule.changeOperator(condition, operator)
  }
  // A new condition may have the operator that another one had until now.
  await em.flush()
  for (const { id, operator, ...resources } of wanted) {
    if (id) continue
    if (!operator)
      throw new InvalidData(`operator must be one of the following values: ${CONDITION_OPERATORS.join(', ')}`)
    createCondition(em, rule, { operator, ...resources })
  }
}
