import { expect, test } from 'vitest'
import { useImportShop } from '#test/support/import-shop.ts'
import { runJob, storeFile } from '#test/support/jobs.ts'

const { shop } = await useImportShop()

const ROWS = 5500

/** Two variants for each product. */
const fileOf = (price: number) =>
  [
    'Product Handle;Product Title;Variant Title;Variant SKU;Option 1 Name;Option 1 Value;Price EUR',
    ...Array.from({ length: ROWS }, (_, i) => `large-${i >> 1};Large;${i & 1};large-sku-${i};Size;${i & 1};${price}`),
  ].join('\n')

const importFile = async (price: number) =>
  runJob(shop, 'product-import', { fileKey: await storeFile(shop, fileOf(price)) })

const eventsSince = async (id: number): Promise<object[]> =>
  shop.orm.em.fork().execute(
    `select name, count(*)::int, count(distinct payload->>'id')::int as ids,
       count(*) filter (where name like 'product-variant.%' and payload->>'product_id' is null)::int as incomplete
     from event where id > ? and name like 'product%' group by name order by name`,
    [id],
  )

const lastEvent = async (): Promise<number> =>
  (await shop.orm.em.fork().execute('select coalesce(max(id), 0)::int as id from event'))[0]!.id

test('a large import announces each new row and each changed one once', async () => {
  const begin = await lastEvent()
  expect((await importFile(5)).result.operations).toEqual({
    ...{ PRODUCT_CREATE: ROWS / 2, PRODUCT_UPDATE: 0, VARIANT_CREATE: ROWS, VARIANT_UPDATE: 0 },
  })
  expect(await eventsSince(begin)).toEqual([
    { name: 'product-variant.created', count: ROWS, ids: ROWS, incomplete: 0 },
    { name: 'product.created', count: ROWS / 2, ids: ROWS / 2, incomplete: 0 },
  ])
  const middle = await lastEvent()
  expect((await importFile(6)).result.operations).toEqual({
    ...{ PRODUCT_CREATE: 0, PRODUCT_UPDATE: 0, VARIANT_CREATE: 0, VARIANT_UPDATE: ROWS },
  })
  expect(await eventsSince(middle)).toEqual([
    { name: 'product-variant.updated', count: ROWS, ids: ROWS, incomplete: 0 },
  ])
}, 60_000)
