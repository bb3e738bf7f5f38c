import { Migration } from '@mikro-orm/migrations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { field } from '#entities/platform/field/field.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { defineShop } from '#server/process/define-shop.ts'
import { prepareDatabase } from '#server/shop/open-database.ts'
import { readParts } from '#server/shop/read-parts.ts'
import { promises } from '#server/testing/promises/promises.ts'
import { readCsv, writeCsv } from '#test/support/csv.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { errorMessagesOf, type Row } from '#test/support/import-shop.ts'
import { readFileText, runJob, storeFile } from '#test/support/jobs.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

class AddTexts extends Migration {
  override up(): void {
    this.addSql('alter table product add care_label text, add supplier_note text')
    this.addSql(`alter table product_variant add fit text not null default 'Regular'`)
    this.addSql('alter table product_collection add motto text')
  }
}

const byAdmin = { writableBy: ['admin'] } as const
const texts = definePlugin({
  name: 'texts',
  fields: {
    product: {
      care_label: field.text({ translated: true, maxLength: 12, ...byAdmin }),
      supplier_note: field.text({ translated: true, visibleTo: 'admin', ...byAdmin }),
    },
    variant: { fit: field.text({ translated: true, default: 'Regular', ...byAdmin }) },
    product_collection: { motto: field.text({ translated: true, ...byAdmin }) },
  },
  migrations: [AddTexts],
})

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ plugins: [texts], demo: true })
  await expectSuccess(shop.admin.post('/admin/store', { languages: ['en', 'de'] }))
})
afterAll(() => shop[Symbol.asyncDispose]())

const german = (path: `/store/${string}`) => shop.as({ 'accept-language': 'de' }).get(path)
const createShirt = async () =>
  shop.given.product({
    ...{ care_label: 'Wash cold', supplier_note: 'Call first' },
    translations: { de: { care_label: 'Kalt waschen', supplier_note: 'Erst anrufen' } },
  })

test('the store answers with the text of the language', async () => {
  const { id, variants } = await createShirt()
  const fit = [{ entity: 'product_variant', id: variants[0].id, translations: { de: { fit: 'Normal' } } }]
  await expectSuccess(shop.admin.post('/admin/translations', { translations: fit }))
  const product = JSON.parse((await german(`/store/products/${id}`)).text).product
  expect([product.care_label, product.variants[0].fit]).toEqual(['Kalt waschen', 'Normal'])
  expect(JSON.stringify(product)).not.toContain('anrufen')
  expect(JSON.parse((await shop.get(`/store/products/${id}`)).text).product.care_label).toBe('Wash cold')
  expect((await shop.admin.get(`/admin/products/${id}`)).body.product.translations).toEqual({
    de: { care_label: 'Kalt waschen', supplier_note: 'Erst anrufen' },
  })
})

test('a text follows the rules of its field', async () => {
  const { id } = await createShirt()
  const reply = await shop.admin.post(`/admin/products/${id}`, {
    title: 'Changed',
    translations: { de: { care_label: 'Nur mit der Hand waschen' } },
  })
  expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining('care_label')])
  expect((await german(`/store/products/${id}`)).text).toContain('Kalt waschen')
  expect((await german(`/store/products/${id}`)).text).not.toContain('Changed')
  const row = { entity: 'product_variant', id: 'none', translations: { de: { title: 'x' } } }
  expect((await shop.admin.post('/admin/translations', { translations: [row] })).status).toBe(404)
})

test('the report counts the texts of plugins, and the description of the plugin has the option', async () => {
  const { collection } = await expectSuccess(
    shop.admin.post('/admin/collections', { title: 'Summer', motto: 'Sun', translations: { de: { title: 'Sommer' } } }),
  )
  const { rows } = await expectSuccess(shop.admin.get('/admin/translations?language=de&entity=product_collection'))
  expect(rows.find(({ id }) => id === collection.id)).toMatchObject({
    texts: { title: 'Summer', motto: 'Sun' },
    translated: { title: 'Sommer' },
  })
  const { plugins } = await expectSuccess(shop.admin.get('/admin/plugins'))
  const fields = plugins.find(({ name }) => name === 'texts')?.fields
  expect(fields?.map(({ name, translated }) => [name, translated])).toContainEqual(['care_label', true])
})

test('product files have a column for each language of a field', async () => {
  const { id, handle } = await createShirt()
  const file = await readFileText(shop, (await runJob(shop, 'product-export', {})).result.file_key)
  expect(readCsv(file).rows.find((row) => row['Product Id'] === id)).toMatchObject({
    'Product Care Label (de)': 'Kalt waschen',
    'Product Supplier Note (de)': 'Erst anrufen',
  })
  const importRow = async (row: Row) =>
    runJob(shop, 'product-import', {
      fileKey: await storeFile(shop, writeCsv([{ 'Product Handle': handle!, ...row }])),
    })
  const wrong = await importRow({ 'Product Care Label (de)': 'Nur mit der Hand waschen' })
  expect(errorMessagesOf(wrong).join()).toContain('Product Care Label (de)')
  expect((await importRow({ 'Product Care Label (de)': 'Handwäsche' })).status).toBe('completed')
  expect((await german(`/store/products/${id}`)).text).toContain('Handwäsche')
})

class LoseTexts extends Migration {
  override up(): void {
    this.addSql(`
      create function lose_texts() returns trigger language plpgsql as $$ begin
        new.texts := new.texts - 'care_label';
        return new;
      end $$`)
    this.addSql('create trigger texts_lost before insert on translation for each row execute function lose_texts()')
  }
}

test('a promise finds a plugin whose field loses its translation', async () => {
  const losing = definePlugin({ ...texts, migrations: [AddTexts, LoseTexts] })
  const promiseOf = (plugin: typeof texts) =>
    promises(defineShop({ plugins: [plugin] }), plugin.name).find(({ name }) => name.includes('translated field'))!
  await promiseOf(texts).check()
  await expect(promiseOf(losing).check()).rejects.toThrow('product.care_label has no text of its language')
}, 120_000)

class ReplaceMotto extends Migration {
  override up(): void {
    this.addSql('alter table product_collection drop column motto')
    this.addSql('alter table product_collection add motto text')
    this.addSql('alter table product alter column care_label type varchar(80)')
    this.addSql('alter table product alter column care_label type text')
  }
}

test('a migration of the plugin can change its texts, and their counts stay right', async () => {
  const texts = { title: 'Winter', motto: 'Snow', translations: { de: { title: 'Winter' } } }
  await expectSuccess(shop.admin.post('/admin/collections', texts))
  const missing = async () =>
    (await expectSuccess(shop.admin.get('/admin/translations/counts?language=de'))).counts.find(
      ({ entity }) => entity === 'product_collection',
    )!.missing
  const before = await missing()
  const next = definePlugin({ name: 'texts', migrations: [AddTexts, ReplaceMotto] })
  await prepareDatabase(shop.orm, { print: () => {}, parts: readParts([next], {}) })
  expect(await missing()).toBeLessThan(before)
  const { collection } = await expectSuccess(shop.admin.post('/admin/collections', { ...texts, title: 'Spring' }))
  await expectSuccess(shop.admin.post(`/admin/collections/${collection.id}`, { title: 'Sommer' }))
  const em = shop.orm.em.fork()
  const stored = await em.execute(`
    select table_name, sum(rows)::int as rows from row_count
    where table_name like 'texts:%' or table_name like 'translated:%' group by 1 having sum(rows) <> 0 order by 1`)
  expect(stored).toEqual(await em.execute('select table_name, rows::int from actual_text_counts() order by 1'))
})
