import { Migration } from '@mikro-orm/migrations'
import { defineEntity, p } from '@mikro-orm/postgresql'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  adminMutation,
  columnsOf,
  definePlugin,
  defineResource,
  defineShop,
  id,
  insertRow,
  NotAllowed,
  openProcedure,
  rest,
  router,
  rowAnswer,
  timestamps,
} from '#server/index.ts'
import { promises } from '#server/testing/index.ts'

const BrandSchema = defineEntity({
  name: 'OwnBrand',
  tableName: 'own_brand',
  properties: { id: id('brand'), ...timestamps(), name: p.text(), contact_email: p.text().nullable() },
})
class Brand extends BrandSchema.class {}
BrandSchema.setClass(Brand)

class CreateBrands extends Migration {
  override up(): void {
    this.addSql(`create table own_brand (
      id text primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
      name text not null unique, contact_email text)`)
  }
}

const BrandResource = defineResource({ name: 'OwnBrand', entity: Brand, columns: columnsOf(Brand) })
const create = adminMutation(rowAnswer('brand', BrandResource))(z.strictObject({ name: z.string() }))
const brands = definePlugin({
  name: 'own-brands',
  entities: [Brand],
  migrations: [CreateBrands],
  admin: router({
    create: create
      .meta(rest('POST', '/own-brands', 'Create a brand'))
      .mutation(({ ctx: { em }, input }) => insertRow(em, Brand, input)),
    import: create.meta(rest('POST', '/own-brands/import', 'Import a brand')).mutation(({ input }) => {
      throw new NotAllowed(`No file has the "${input.name}"`)
    }),
  }),
})

const checksOf = promises(defineShop({ plugins: [brands] }), 'own-brands')
const check = (name: string) => checksOf.find((promise) => promise.name.endsWith(name))?.check()

test('the inputs of a unique column are new, and a refusal has the first message', async () => {
  const message = await check('accepts an example')?.catch((error: Error) => error.message)
  expect(message).toMatch(
    /^admin\.ownBrands\.import accepted no generated input\..* First answer: 400 No file has the "[^"]+"$/,
  )
}, 120_000)

test('an undeclared column with the name of personal data is explained', async () => {
  await expect(check('whether it is personal')).rejects.toThrow(
    'own_brand.contact_email does not declare whether it is personal. Its name, its type or a relation to a customer, cart or order suggests it.',
  )
}, 120_000)

const broken = definePlugin({
  name: 'broken',
  store: router({
    list: openProcedure
      .meta(rest('GET', '/broken', 'Fail'))
      .input(z.strictObject({ q: z.string().optional() }).prefault({}))
      .output(z.object({ rows: z.array(z.string()) }))
      .query(({ input }) => {
        if (input.q === undefined) throw new Error('The list is broken')
        return { rows: [] }
      }),
  }),
})

test('a procedure that answers 500 in any check breaks the promise of the check and of all later checks', async () => {
  const list = promises(defineShop({ plugins: [broken] }), 'broken')
  for (const { check: run } of list)
    await expect(run()).rejects.toThrow('store.broken.list answered 500. The log has the error.')
}, 120_000)
