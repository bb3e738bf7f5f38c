import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow, type Row } from '#database/rows.ts'
import { linkRows } from '#entities/platform/links/links.ts'
import { type ConditionResources, LINK_TABLES, parseConditionResources } from './condition-resources.ts'
import { assertNoSuchCondition, type ConditionOperator, DiscountCondition } from './discount-condition.ts'

export interface NewCondition extends ConditionResources {
  operator: ConditionOperator
}

/**
 * Also adds the condition to `conditions`, which are all conditions of the rule.
 * @throws Duplicate if one of them has the same type and operator.
 */
export async function createCondition(
  em: EntityManager,
  { discount_rule_id, conditions }: { discount_rule_id: string; conditions: Row<DiscountCondition>[] },
  { operator, ...resources }: NewCondition,
): Promise<void> {
  const { type, ids } = parseConditionResources(resources)
  assertNoSuchCondition(conditions, { type, operator })
  const condition = insertRow(em, DiscountCondition, { type, operator, discount_rule_id })
  conditions.push(condition)
  await em.flush()
  await linkRows(em, LINK_TABLES[type], condition.id, ids)
}
