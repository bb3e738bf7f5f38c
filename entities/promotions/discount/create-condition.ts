import type { EntityManager } from '@mikro-orm/postgresql'
import { type ConditionResources, parseConditionResources } from './condition-resources.ts'
import { type ConditionOperator, DiscountCondition } from './discount-condition.ts'
import type { DiscountRule } from './discount-rule.ts'

export interface NewCondition extends ConditionResources {
  operator: ConditionOperator
}

/** The conditions of `rule` must be loaded. @throws Duplicate if one of them has the same type and operator. */
export function createCondition(em: EntityManager, rule: DiscountRule, { operator, ...resources }: NewCondition): void {
  const { type, ids } = parseConditionResources(resources)
  rule.assertNoSuchCondition(type, operator)
  em.create(DiscountCondition, { type, operator, discount_rule_id: rule.id, discount_rule: rule, [type]: ids })
}
