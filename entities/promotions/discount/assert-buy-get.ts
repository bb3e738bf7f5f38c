import { InvalidData } from '#entities/errors.ts'
import type { BuyGet } from './buy-get.ts'

interface BuyGetRule {
  type: string
  allocation?: string | null | undefined
  minimum_amount?: number | null | undefined
  minimum_quantity?: number | null | undefined
  tiers?: readonly unknown[] | null | undefined
  buy_get?: BuyGet | null | undefined
}

/** @throws InvalidData for terms that contradict each other. */
export function assertBuyGet({ buy_get, ...rule }: BuyGetRule): void {
  if (!buy_get) return
  if (rule.type !== 'percentage' && !(rule.type === 'fixed' && rule.allocation === 'item'))
    throw new InvalidData('Buy X, get Y needs a percentage, or a fixed amount with the allocation item')
      .about('rule.buy_get')
      .because({
        name: 'buy_get_type',
      })
  if (rule.minimum_amount != null || rule.minimum_quantity != null || (rule.tiers?.length ?? 0) > 0)
    throw new InvalidData('Buy X, get Y has no minimum and no tiers. Set buy_quantity or buy_amount.')
      .about('rule.buy_get')
      .because({
        name: 'buy_get_minimum',
      })
  if ((buy_get.buy_quantity == null) === (buy_get.buy_amount == null))
    throw new InvalidData('Buy X, get Y needs either buy_quantity or buy_amount')
      .about('rule.buy_get')
      .because({ name: 'buy_get_incomplete' })
  if (buy_get.buy_amount != null && (buy_get.max_uses ?? 1) > 1)
    throw new InvalidData('An amount to buy counts once for each cart. Set max_uses to 1.')
      .about('rule.buy_get')
      .because({
        name: 'buy_get_amount_once',
      })
}
