import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
import { Discount } from './discount.ts'
import { DiscountRule } from './discount-rule.ts'

export function findDiscount(em: EntityManager, id: string): Promise<Discount> {
  return em.findOneOrFail(Discount, { id }, { failHandler: () => discountNotFound(id) })
}

export function lockDiscount(em: EntityManager, id: string): Promise<Discount> {
  return em.findOneOrFail(
    Discount,
    { id },
    { lockMode: LockMode.PESSIMISTIC_WRITE, failHandler: () => discountNotFound(id) },
  )
}

export function findRule(em: EntityManager, { rule_id }: Discount): Promise<DiscountRule> {
  return em.findOneOrFail(DiscountRule, { id: rule_id })
}

/** Several discounts can share a rule. Lock order: the discount, then its rule. */
export function lockRule(em: EntityManager, { rule_id }: Discount): Promise<DiscountRule> {
  return em.findOneOrFail(DiscountRule, { id: rule_id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
}

const discountNotFound = (id: string) => new NotFound(`Discount with id ${id} was not found`)
