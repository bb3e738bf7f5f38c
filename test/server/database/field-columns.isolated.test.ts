import { Migration } from '@mikro-orm/migrations'
import { expect, test } from 'vitest'
import { field } from '#entities/platform/field/field.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { openTestShop } from '#test/support/shop.ts'

class AddColumns extends Migration {
  override up(): void {
    this.addSql(`alter table product add size integer, add mass numeric, add due timestamp, add kind text not null default 'a',
      add rank integer default 1, add note varchar(20), add is_new boolean not null default false`)
  }
}

const unfit = definePlugin({
  name: 'unfit',
  fields: {
    product: {
      size: field.text(),
      mass: field.number(),
      due: field.datetime(),
      kind: field.text(),
      rank: field.integer({ default: 1 }),
      note: field.text(),
      is_new: field.boolean({ default: false }),
    },
  },
  migrations: [AddColumns],
})

test('a column with another type or nullability than its field keeps the shop from starting', async () => {
  const error = await openTestShop({ plugins: [unfit] }).catch((refusal: Error) => refusal)
  expect(String((error as Error).message).split('\n')).toEqual([
    'The column product.size of the plugin unfit has the type integer, and field.text() needs text. Change it in a migration.',
    'The column product.mass of the plugin unfit has the type numeric, and field.number() needs double precision. Change it in a migration.',
    'The column product.due of the plugin unfit has the type timestamp without time zone, and field.datetime() needs timestamp with time zone. Change it in a migration.',
    'The column product.kind of the plugin unfit is not null, and its field has no default. Drop the constraint in a migration, or give the field a default.',
    'The column product.rank of the plugin unfit is not `not null default …`, and its field has a default. Change it in a migration.',
  ])
})
