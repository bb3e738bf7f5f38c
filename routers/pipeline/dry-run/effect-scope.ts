import type { EntityManager } from '@mikro-orm/postgresql'
import { findPricedMarkets } from '#entities/catalogue/price-list/find-priced-markets.ts'
import type { PricedMarket } from '#entities/catalogue/price-list/read-buyer-prices.ts'
import type { Change } from '#entities/platform/audit/audit-log.ts'
import { findChangedDiscounts } from '#entities/promotions/discount/find-changed-discounts.ts'

export interface EffectScope {
  markets: readonly PricedMarket[]
  customer_group_ids: readonly string[]
  discountIds: readonly string[]
  giftCardIds: readonly string[]
  newSwapIds: readonly string[]
}

/** Finds the prices, discounts and gift cards that the changes affect. `em` sees the changes. */
export async function findEffectScope(em: EntityManager, changes: readonly Change[]): Promise<EffectScope> {
  const discounts = [idsOf(changes, 'discount'), columnOf(changes, 'discount_regions', 'discount_id')].flat()
  const rules = [idsOf(changes, 'discount_rule'), columnOf(changes, 'discount_condition', 'discount_rule_id')].flat()
  const conditions = changes
    .filter(({ table }) => table.startsWith('discount_condition_'))
    .flatMap((change) => textOf(change, 'condition_id'))
  const hasDiscounts = discounts.length + rules.length + conditions.length > 0
  return {
    ...(await findPriceScope(em, changes)),
    discountIds: hasDiscounts ? (await findChangedDiscounts(em, discounts, rules, conditions)).map(({ id }) => id) : [],
    giftCardIds: idsOf(changes, 'gift_card'),
    newSwapIds: idsOf(
      changes.filter(({ action }) => action === 'create'),
      'swap',
    ),
  }
}

async function findPriceScope(em: EntityManager, changes: readonly Change[]) {
  const prices = idsOf(changes, 'money_amount')
  const lists = [idsOf(changes, 'price_list'), columnOf(changes, 'price_list_customer_groups', 'price_list_id')].flat()
  const stored = prices.length + lists.length > 0 ? await findPricedMarkets(em, prices, lists) : []
  const deleted = changes.flatMap(({ table, before, after }) =>
    table === 'money_amount' && before && !after
      ? [
          {
            variant_id: String(before.variant_id),
            currency_code: String(before.currency_code),
            region_id: before.region_id == null ? null : String(before.region_id),
          },
        ]
      : [],
  )
  const markets = new Map(
    [...stored, ...deleted].map(({ variant_id, currency_code, region_id }) => [
      `${variant_id} ${region_id ?? currency_code}`,
      { variant_id, currency_code, region_id },
    ]),
  )
  const groups = stored.flatMap(({ customer_group_ids }) => customer_group_ids)
  groups.push(...columnOf(changes, 'price_list_customer_groups', 'customer_group_id'))
  return { markets: [...markets.values()], customer_group_ids: [...new Set(groups)] }
}

const idsOf = (changes: readonly Change[], table: string): string[] =>
  changes.flatMap((change) => (change.table === table ? change.ids.slice(0, 1) : []))

const columnOf = (changes: readonly Change[], table: string, column: string): string[] =>
  changes.flatMap((change) => (change.table === table ? textOf(change, column) : []))

function textOf({ before, after }: Change, column: string): string[] {
  const value = { ...before, ...after }[column]
  return typeof value === 'string' ? [value] : []
}
