import { Migration } from '@mikro-orm/migrations'
import { field } from '#entities/platform/field/field.ts'
import { rowWithFields } from '#entities/platform/field/row-with-fields.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { manualPayment } from '#server/providers/manual.ts'
import { balancePlugin } from '../../support/balance-plugin.ts'

class AddRebate extends Migration {
  override up(): void {
    this.addSql('alter table cart add rebate integer')
  }
}

const fields = { cart: { rebate: field.integer({ min: 0, writableBy: ['store'] }) } }

/** The lines of a cart share a rebate, which lowers their prices before discounts and taxes. */
const rebates = definePlugin({
  name: 'rebates',
  fields,
  migrations: [AddRebate],
  prices: ({ cart }) =>
    cart.type === 'swap' ? [] : [{ amount: -(rowWithFields(cart, fields.cart).rebate ?? 0), description: 'Rebate' }],
})

/** A second payment provider, for split payments. */
const till = definePlugin({ name: 'till', provides: { payment: [{ ...manualPayment, id: 'till' }] } })

/** The plugins of the shop of the suite. */
export const plugins = [rebates, balancePlugin, till]
