import { Migration } from '@mikro-orm/migrations'
import { expect, test } from 'vitest'
import { ProductCollection } from '#entities/catalogue/collection/product-collection.ts'
import { field } from '#entities/platform/field/field.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { openTestShop } from '#test/support/shop.ts'

test('two relations whose long names start alike have a trigger each', async () => {
  const start = 'collection_that_the_window_of_the_shop_shows_in_the_month_of_'
  const names = [`${start}a`, `${start}b`]
  const relation = field.relation(ProductCollection, { onDelete: 'clear' })
  const plugin = definePlugin({
    name: 'related',
    fields: { product: { [names[0]!]: relation, [names[1]!]: relation } },
    migrations: [
      class AddRelations extends Migration {
        override up(): void {
          for (const [at, name] of names.entries()) {
            this.addSql(`alter table "product" add "${name}" text references "product_collection" on delete set null`)
            this.addSql(`create index "window_${at}" on "product" ("${name}")`)
          }
        }
      },
    ],
  })
  await using shop = await openTestShop({ plugins: [plugin] })
  const product = await shop.given.product()
  for (const name of names) {
    const { status } = await shop.admin.post(`/admin/products/${product.id}`, { [name]: 'pcol_unknown' })
    expect(status, name).toBe(400)
  }
  const attached = await shop.orm.em
    .fork()
    .execute(
      `select tgrelid from pg_trigger where tgname like 'field\\_%' and tgname not like '%lock' and tgname not like 'field\\_texts\\_%'`,
    )
  expect(attached).toHaveLength(2 * names.length)
})
