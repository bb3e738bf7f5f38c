import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, flag, id, oneOf, softDelete, timestamps } from '#entities/base.ts'
import { CustomerGroup } from '#entities/people/customer/customer-group.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import { assertValidPeriod } from '#entities/values/period.ts'
import { MoneyAmount } from '../product/money-amount.ts'

const PRICE_LIST_TYPES = ['sale', 'override'] as const
const PRICE_LIST_STATUSES = ['active', 'draft'] as const
export type PriceListStatus = (typeof PRICE_LIST_STATUSES)[number]

const PriceListSchema = defineEntity({
  name: 'PriceList',
  tableName: 'price_list',
  properties: {
    id: id('pl'),
    ...timestamps(),
    ...softDelete(),
    name: p.text(),
    description: p.text(),
    type: oneOf(PRICE_LIST_TYPES).onCreate(() => 'sale'),
    status: oneOf(PRICE_LIST_STATUSES).onCreate(() => 'draft'),
    starts_at: p.datetime(3).nullable(),
    ends_at: p.datetime(3).nullable(),
    includes_tax: flag(false),
    prices: () => p.oneToMany(MoneyAmount).mappedBy('price_list').orderBy({ created_at: 'asc', id: 'asc' }),
    customer_groups: () =>
      p
        .manyToMany(CustomerGroup)
        .pivotTable('price_list_customer_groups')
        .joinColumn('price_list_id')
        .inverseJoinColumn('customer_group_id')
        .orderBy({ created_at: 'asc', id: 'asc' }),
  },
  filters: alive,
})

export class PriceList extends PriceListSchema.class {
  /** @throws InvalidData if the changes make the list end before it starts. */
  update(changes: Changes<PriceList>): void {
    applyChanges<PriceList>(this, changes)
    if (changes.starts_at !== undefined || changes.ends_at !== undefined) this.assertValidPeriod()
  }

  assertValidPeriod(): void {
    assertValidPeriod(this)
  }
}
PriceListSchema.setClass(PriceList)
