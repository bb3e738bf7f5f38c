import type { EntityManager } from '@mikro-orm/postgresql'
import { deleteRow, findRow, findRows, type Row } from '#database/rows.ts'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { type ConditionResources, replaceConditionResources } from './condition-resources.ts'
import { createCondition, type NewCondition } from './create-condition.ts'
import {
  assertNoSuchCondition,
  CONDITION_OPERATORS,
  type ConditionOperator,
  DiscountCondition,
} from './discount-condition.ts'
import { type ConditionIds, findConditionOfDiscount, wrongDiscountMessage } from './find-condition.ts'
import { findDiscount, lockRule, type RuleOwner } from './find-discount.ts'

/** A change without an id creates a condition and requires `operator`. */
export interface ConditionChange extends ConditionResources {
  id?: string | null | undefined
  operator?: ConditionOperator | null | undefined
}

/** @throws Duplicate if the discount already has a condition of this type and operator. */
export async function addCondition(em: EntityManager, discountId: string, condition: NewCondition): Promise<void> {
  const { id } = await lockRule(em, await findDiscount(em, discountId))
  await createCondition(em, { discount_rule_id: id, conditions: await conditionsOfRule(em, id) }, condition)
}

/** @throws NotFound if the condition belongs to another discount. */
export async function deleteCondition(em: EntityManager, { discount_id, condition_id }: ConditionIds): Promise<void> {
  const discount = await findDiscount(em, discount_id)
  const rule = await lockRule(em, discount)
  const condition = await findRow(em, DiscountCondition, { id: condition_id })
  if (condition && condition.discount_rule_id !== rule.id)
    throw new NotFound(wrongDiscountMessage(discount, condition_id))
  if (condition) deleteRow(em, condition)
}

/** The rule must be locked. @throws NotFound for an unknown id. InvalidData for another discount, or for a new condition without operator. */
export async function upsertConditions(
  em: EntityManager,
  discount: RuleOwner,
  changes: readonly ConditionChange[],
): Promise<void> {
  const discount_rule_id = discount.rule_id
  const conditions = await conditionsOfRule(em, discount_rule_id)
  const changesById = new Map(changes.flatMap(({ id, ...change }) => (id ? [[id, change]] : [])))
  for (const [id, { operator, ...resources }] of changesById) {
    const condition =
      conditions.find((condition) => condition.id === id) ?? (await findConditionOfDiscount(em, discount, id))
    await replaceConditionResources(em, condition, resources)
    if (!operator || operator === condition.operator) continue
    assertNoSuchCondition(conditions, { type: condition.type, operator })
    condition.operator = operator
  }
  // A unique index allows one condition per type and operator. The flush frees the pairs of the changed conditions,
  // so that new conditions can use them.
  await em.flush()
  for (const { id, operator, ...resources } of changes) {
    if (id) continue
    if (!operator)
      throw new InvalidData(`operator must be one of the following values: ${CONDITION_OPERATORS.join(', ')}`).because({
        name: 'value_required',
      })
    await createCondition(em, { discount_rule_id, conditions }, { operator, ...resources })
  }
}

const conditionsOfRule = (em: EntityManager, discount_rule_id: string): Promise<Row<DiscountCondition>[]> =>
  findRows(em, DiscountCondition, { discount_rule_id })
