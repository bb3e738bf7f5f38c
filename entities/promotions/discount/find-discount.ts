import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, lockRow, type Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { Discount } from './discount.ts'
import { DiscountRule } from './discount-rule.ts'

export const findDiscount = async (em: EntityManager, id: string): Promise<Row<Discount>> =>
  requireDiscount(await findRow(em, Discount, { id }), id)

export const lockDiscount = async (em: EntityManager, id: string): Promise<Row<Discount>> =>
  requireDiscount(await lockRow(em, Discount, { id }), id)

function requireDiscount(discount: Row<Discount> | null, id: string): Row<Discount> {
  if (!discount) throw new NotFound(`Discount with id ${id} was not found`)
  return discount
}

export type RuleOwner = Pick<Discount, 'id' | 'rule_id'>

export const findRule = async (em: EntityManager, discount: RuleOwner): Promise<Row<DiscountRule>> =>
  requireRule(await findRow(em, DiscountRule, { id: discount.rule_id }), discount)

/** A discount and its dynamic codes share a rule. Lock order: the rule, then the discount. */
export const lockRule = async (em: EntityManager, discount: RuleOwner): Promise<Row<DiscountRule>> =>
  requireRule(await lockRow(em, DiscountRule, { id: discount.rule_id }), discount)

function requireRule(rule: Row<DiscountRule> | null, { id }: RuleOwner): Row<DiscountRule> {
  if (!rule) throw new NotFound(`The rule of the discount ${id} was not found`)
  return rule
}
