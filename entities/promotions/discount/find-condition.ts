import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, type Row } from '#database/rows.ts'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { DiscountCondition } from './discount-condition.ts'
import { findDiscount, lockRule, type RuleOwner } from './find-discount.ts'

export interface ConditionIds {
  discount_id: string
  condition_id: string
}

/** @throws NotFound. InvalidData if the condition belongs to another discount. */
export async function findCondition(em: EntityManager, ids: ConditionIds): Promise<Row<DiscountCondition>> {
  return findConditionOfDiscount(em, await findDiscount(em, ids.discount_id), ids.condition_id)
}

/** Locks the rule, which guards all its conditions. */
export async function lockCondition(em: EntityManager, ids: ConditionIds): Promise<Row<DiscountCondition>> {
  const discount = await findDiscount(em, ids.discount_id)
  await lockRule(em, discount)
  return findConditionOfDiscount(em, discount, ids.condition_id)
}

export async function findConditionOfDiscount(
  em: EntityManager,
  discount: RuleOwner,
  id: string,
): Promise<Row<DiscountCondition>> {
  const condition = await findRow(em, DiscountCondition, { id })
  if (!condition) throw new NotFound(`DiscountCondition with id ${id} was not found`)
  if (condition.discount_rule_id !== discount.rule_id)
    throw new InvalidData(wrongDiscountMessage(discount, id)).because({ name: 'entry_missing' })
  return condition
}

export const wrongDiscountMessage = (discount: { id: string }, conditionId: string): string =>
  `Condition with id ${conditionId} does not belong to Discount with id ${discount.id}`
