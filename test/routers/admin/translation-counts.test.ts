import { afterAll, beforeAll, expect, test } from 'vitest'
import { translatedEntities } from '#entities/catalogue/translation/translated-entities.ts'
import { ACTUAL_ROW_COUNTS_SQL } from '#entities/platform/row-count/row-count.ts'
import { translatedColumnsOf } from '#entities/platform/translation/translated-columns.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await expectSuccess(shop.admin.post('/admin/store', { languages: ['en', 'de', 'fr'] }))
})
afterAll(() => shop[Symbol.asyncDispose]())

const query = (sql: string) => shop.orm.em.fork().execute<Record<string, string>[]>(sql)
const translate = (entity: string, id: string, translations: object) =>
  expectSuccess(shop.admin.post('/admin/translations', { translations: [{ entity, id, translations }] }))
/** The response is 404 while the product is deleted. */
const send = (id: string, translations: object) =>
  shop.admin.post('/admin/translations', { translations: [{ entity: 'product', id, translations }] })

/** Names and both numbers of each stored count that is wrong. */
const drift = () =>
  query(`select table_name, rows, stored from ${ACTUAL_ROW_COUNTS_SQL}
    full join (select table_name, sum(rows) as stored from row_count group by table_name) c using (table_name)
    where coalesce(rows, 0) <> coalesce(stored, 0)`)

/** Numbers of the report, after a comparison of all stored counts with the rows. */
async function countsOf(entity: string, language = 'de'): Promise<[count: number, missing: number]> {
  expect(await drift()).toEqual([])
  const { counts } = await expectSuccess(shop.admin.get(`/admin/translations/counts?language=${language}`))
  const { count, missing } = counts.find((one) => one.entity === entity)!
  const { rows } = await expectSuccess(
    shop.admin.get(`/admin/translations?language=${language}&entity=${entity}&limit=100`),
  )
  expect(rows).toHaveLength(missing)
  return [count, missing]
}

test('a product counts as missing until each of its texts has a translation', async () => {
  const [count, missing] = await countsOf('product')
  const { id } = await shop.given.product({ title: 'Mug', description: 'Round' })
  expect(await countsOf('product')).toEqual([count + 1, missing + 1])
  await translate('product', id, { de: { title: 'Becher' }, fr: { title: 'Tasse', description: 'Rond' } })
  expect(await countsOf('product')).toEqual([count + 1, missing + 1])
  expect(await countsOf('product', 'fr')).toEqual([count + 1, missing])
  await translate('product', id, { de: { description: 'Rund' } })
  expect(await countsOf('product')).toEqual([count + 1, missing])
  await expectSuccess(shop.admin.post(`/admin/products/${id}`, { subtitle: 'Blue' }))
  expect(await countsOf('product')).toEqual([count + 1, missing + 1])
  await expectSuccess(shop.admin.post(`/admin/products/${id}`, { subtitle: '' }))
  expect(await countsOf('product')).toEqual([count + 1, missing])
  await translate('product', id, { de: { title: null }, fr: null })
  expect(await countsOf('product')).toEqual([count + 1, missing + 1])
})

test('deletions, restorations and truncations change the counts', async () => {
  const [count, missing] = await countsOf('product')
  const { id } = await shop.given.product({ translations: { de: { title: 'Becher' } } })
  expect(await countsOf('product')).toEqual([count + 1, missing])
  await query(`update product set deleted_at = now() where id = '${id}'`)
  expect(await countsOf('product')).toEqual([count, missing])
  await query(`update product set deleted_at = null where id = '${id}'`)
  expect(await countsOf('product')).toEqual([count + 1, missing])
  const tags = await countsOf('product_tag')
  await query(`insert into product_tag (id, created_at, updated_at, value) values ('ptag_1', now(), now(), 'new')`)
  await translate('product_tag', 'ptag_1', { de: { value: 'neu' } })
  expect(await countsOf('product_tag')).toEqual([tags[0] + 1, tags[1]])
  await query(`delete from product_tag where id = 'ptag_1'`)
  expect(await countsOf('product_tag')).toEqual(tags)
  expect(await query(`select row_id from translation where row_id = 'ptag_1'`)).toEqual([])
  const values = await countsOf('product_option_value')
  expect(values[0]).toBeGreaterThan(0)
  await query('truncate translation')
  expect(await countsOf('product')).toEqual([count + 1, count + 1])
})

test('changes of a text and of its translation at the same time are counted once', async () => {
  const products = await Promise.all(Array.from({ length: 6 }, () => shop.given.product()))
  for (let round = 0; round < 4; round++)
    await Promise.all(
      products.flatMap(({ id }, i) => [
        shop.admin.post(`/admin/products/${id}`, { subtitle: (round + i) % 2 ? 'Blue' : '' }),
        send(id, { de: { title: 'Becher', subtitle: round % 2 ? null : 'Blau' } }),
        send(id, { fr: { title: round % 2 ? null : 'Tasse' } }),
        query(`update product set deleted_at = ${(round + i) % 3 ? 'null' : 'now()'} where id = '${id}'`),
      ]),
    )
  expect(await drift()).toEqual([])
})

test('each translated column has the trigger that counts it', async () => {
  const definitions = await query(`select tgrelid::regclass::text as name, pg_get_triggerdef(oid) as sql
    from pg_trigger where tgname = 'field_texts_changed'`)
  const sqlOf = new Map(definitions.map(({ name, sql }) => [name!, sql!]))
  for (const [table, meta] of translatedEntities(shop.orm.em))
    for (const column of translatedColumnsOf(meta.class)) expect(sqlOf.get(table)).toContain(`(old.${column},`)
})
