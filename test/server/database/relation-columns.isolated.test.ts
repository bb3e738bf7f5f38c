import { Migration } from '@mikro-orm/migrations'
import { expect, test } from 'vitest'
import { ProductCollection } from '#entities/catalogue/collection/product-collection.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { Order } from '#entities/orders/order/order.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { field } from '#entities/platform/field/field.ts'
import { shopOf } from '#entities/shop.ts'
import { attachFieldTriggers } from '#server/database/field-triggers.ts'
import { definePlugin, type MigrationClass } from '#server/plugin/plugin.ts'
import { openTestShop } from '#test/support/shop.ts'

const fields = {
  product: { season_id: field.relation(ProductCollection, { onDelete: 'clear' }) },
  variant: { spare_id: field.relation(ProductVariant, { onDelete: 'refuse' }) },
}

const SQL = {
  season: 'alter table "product" add "season_id" text references "product_collection" on delete set null',
  season_index: 'create index on "product" ("season_id")',
  spare: 'alter table "product_variant" add "spare_id" text references "product_variant" on delete restrict',
  spare_index: 'create index on "product_variant" ("spare_id")',
}

const migrationOf = (...statements: string[]): MigrationClass =>
  class AddRelations extends Migration {
    override up(): void {
      for (const sql of statements) this.addSql(sql)
    }
  }

const pluginOf = (...statements: string[]) =>
  definePlugin({ name: 'related', fields, migrations: [migrationOf(...statements)] })

const problemsOf = async (...statements: string[]): Promise<string[]> => {
  const error = await openTestShop({ plugins: [pluginOf(...statements)] }).catch((refusal: Error) => refusal)
  return String((error as Error).message)
    .split('\n')
    .toSorted()
}

test('the message about a missing column contains its SQL', async () => {
  expect(await problemsOf('select 1')).toEqual([
    `The database has no column product.season_id. Add a migration to the plugin related: ${SQL.season}; ${SQL.season_index}`,
    `The database has no column product_variant.spare_id. Add a migration to the plugin related: ${SQL.spare}; ${SQL.spare_index}`,
  ])
})

test('a relation without a foreign key, with another one, or without an index keeps the shop from starting', async () => {
  expect(
    await problemsOf(
      'alter table product add season_id text',
      'alter table product_variant add spare_id text references customer',
    ),
  ).toEqual([
    'The column product.season_id of the plugin related needs a foreign key. Add to a migration: alter table "product" add foreign key ("season_id") references "product_collection" on delete set null',
    'The column product_variant.spare_id of the plugin related needs another foreign key. Add to a migration: alter table "product_variant" add foreign key ("spare_id") references "product_variant" on delete restrict',
  ])
  expect(await problemsOf(SQL.season.replace('set null', 'cascade'), SQL.spare)).toEqual([
    expect.stringContaining('product.season_id of the plugin related needs another foreign key'),
    `The column product_variant.spare_id of the plugin related needs an index. Add to a migration: ${SQL.spare_index}`,
  ])
})

test('a relation that shows IDs of orders or customers, or lets the store name them, keeps the shop from starting', async () => {
  const secret = definePlugin({
    name: 'secret',
    fields: {
      product: { order_id: field.relation(Order, { onDelete: 'clear' }) },
      cart: {
        friend_id: field.relation(Customer, { onDelete: 'clear', visibleTo: 'customer', writableBy: ['store'] }),
      },
    },
  })
  await expect(openTestShop({ plugins: [secret] })).rejects.toThrow(
    [
      "The plugin secret has the field order_id of product, which shows IDs of orders to every caller. Use visibleTo: 'admin' or 'customer'.",
      "The plugin secret has the field friend_id of cart, which names rows of customers, and the store may set it. Remove 'store' from writableBy, and set the field in a procedure of the plugin.",
    ].join('\n'),
  )
})

test('each start keeps the triggers of relations, and a start without the plugin removes them', async () => {
  const plugin = pluginOf(SQL.season, SQL.season_index, SQL.spare, SQL.spare_index)
  await using shop = await openTestShop({ plugins: [plugin] })
  const triggers = () =>
    shop.orm.em
      .fork()
      .execute<{ oid: number; name: string }[]>(
        `select oid, tgrelid::regclass || '.' || tgname as name from pg_trigger where tgname like 'field\\_%' and tgname not like 'field\\_texts\\_%' order by name`,
      )
  const attached = await triggers()
  expect(attached.map(({ name }) => name)).toEqual([
    'product.field_check_season_id',
    'product_collection.field_clear_product_season_id',
    'product_collection.field_lock',
    'product_variant.field_check_spare_id',
    'product_variant.field_lock',
    'product_variant.field_refuse_product_variant_spare_id',
  ])
  const { plugins } = shopOf(shop.orm)
  await attachFieldTriggers(shop.orm, plugins)
  expect(await triggers()).toEqual(attached)
  await attachFieldTriggers(shop.orm, [])
  expect(await triggers()).toEqual([])
})
