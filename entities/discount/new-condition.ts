import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData } from '../errors.ts'
import { CONDITION_TYPES, type ConditionOperator, type ConditionType, DiscountCondition } from './discount-condition.ts'
import type { DiscountRule } from './discount-rule.ts'

/** The ids of what a condition is about: of one type. */
export type ConditionResources = { [Type in ConditionType]?: readonly string[] | null | undefined }

export interface NewCondition extends ConditionResources {
  operator: ConditionOperator
}

/** @throws InvalidData unless it names things of exactly one type; Duplicate where the rule has such a condition. */
export function newCondition(em: EntityManager, rule: DiscountRule, { operator, ...resources }: NewCondition): void {
  const { type, ids } = resourcesOf(resources)
  rule.refuseSecondCondition(type, operator)
  em.create(DiscountCondition, { type, operator, discount_rule_id: rule.id, discount_rule: rule, [type]: ids })
}

function resourcesOf(resources: ConditionResources): { type: ConditionType; ids: string[] } {
  const named = CONDITION_TYPES.filter((type) => resources[type])
  if (named.length > 1) throw new InvalidData(named.map((type) => onlyOne(type, named)).join(', '))
  const [type] = named
  const ids = [...new Set(type && resources[type])]
  if (!type || ids.length === 0)
    throw new InvalidData('Missing one of products, collections, tags, types or customer groups in data')
  return { type, ids }
}

const onlyOne = (type: ConditionType, named: readonly ConditionType[]): string =>
  `Only one of ${[type, ...named.filter((other) => other !== type)].join(', ')} is allowed`
