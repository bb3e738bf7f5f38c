import type { EntityManager } from '@mikro-orm/postgresql'
import { type ConditionResources, parseConditionResources } from './condition-resources.ts'
import { type ConditionOperator, DiscountCondition } from './discount-condition.ts'
import type { DiscountRule } from './discount-rule.ts'

export interface NewCondition extends ConditionResources {
  operator: ConditionOperator
}

/** Requires loaded conditions of the rule. @throws InvalidData. Duplicate */
export function createCondition(em: EntityManager, rule: DiscountRule, { operator, ...resources }: NewCondition): void {
  const { type, ids } = parseConditionResources(resources)
  rule.assertNoSuchCondition(type, operator)
  em.create(DiscountCondition, { type, operator, discount_rule_id: rule.id, discount_rule: rule, [type]: ids })
}
