import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
import { Discount } from './discount.ts'
import { DiscountRule } from './discount-rule.ts'

export function findDiscount(em: EntityManager, id: string): Promise<Discount> {
  return em.findOneOrFail(Discount, { id }, { failHandler: () => missing(id) })
}

/** The discount, which nobody else may change until the transaction ends. */
export function lockDiscount(em: EntityManager, id: string): Promise<Discount> {
  return em.findOneOrFail(Discount, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, failHandler: () => missing(id) })
}

export function findRule(em: EntityManager, { rule_id }: Discount): Promise<DiscountRule> {
  return em.findOneOrFail(DiscountRule, { id: rule_id })
}

/**
 * The rule of a discount. Nobody else may change it or its conditions until the transaction ends: discounts that share
 * it are locked one by one, and before it.
 */
export function lockRule(em: EntityManager, { rule_id }: Discount): Promise<DiscountRule> {
  return em.findOneOrFail(DiscountRule, { id: rule_id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
}

const missing = (id: string) => new NotFound(`Discount with id ${id} was not found`)
