import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { Discount } from './discount.ts'
import { DiscountRule } from './discount-rule.ts'

export function findDiscount(em: EntityManager, id: string): Promise<Discount> {
  return em.findOneOrFail(Discount, { id }, { failHandler: () => discountNotFound(id) })
}

/** Returns an entity instead of a `Row`, so that the caller can load its relations. */
export async function lockDiscount(em: EntityManager, id: string): Promise<Discount> {
  if (!(await lockRow(em, Discount, { id }))) throw discountNotFound(id)
  return em.findOneOrFail(Discount, { id }, { refresh: true })
}

export function findRule(em: EntityManager, { rule_id }: Discount): Promise<DiscountRule> {
  return em.findOneOrFail(DiscountRule, { id: rule_id })
}

/** A discount and its dynamic codes share a rule. Lock order: the discount, then its rule. */
export async function lockRule(em: EntityManager, { rule_id }: Discount): Promise<DiscountRule> {
  await lockRow(em, DiscountRule, { id: rule_id })
  return em.findOneOrFail(DiscountRule, { id: rule_id }, { refresh: true })
}

const discountNotFound = (id: string) => new NotFound(`Discount with id ${id} was not found`)
