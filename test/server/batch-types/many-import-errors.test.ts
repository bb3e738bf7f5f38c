import { afterAll, beforeAll, expect, test } from 'vitest'
import { stageProducts } from '#entities/catalogue/import-export/product-import/import-products.ts'
import { findRowFaults } from '#entities/catalogue/import-export/product-import/row-faults.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { runJob, storeFile } from '#test/support/jobs.ts'
import type { BatchJob } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const PAIRS = 10_000

/** In each pair, the first line is invalid and the second conflicts with the data of the shop. */
const pairs = (pair: (n: number) => string) => Array.from({ length: PAIRS }, (_, n) => `\n${pair(n)}`).join('')
const products = `Product Handle;Product Title;Product Collection Handle${pairs((n) => `;Shirt;\nh${n};Shirt;nowhere-${n}`)}`
const prices = `Product Variant ID;Price EUR${pairs((n) => `;1\nvariant_no${n};1`)}`

const firstLines = Array.from({ length: 100 }, (_, i) => i + 2)

const outcomeOf = ({ status, result: { errors } }: BatchJob) => ({
  status,
  lines: errors.slice(0, -1).map(({ err }) => err[0].line),
  last: errors.at(-1)?.message,
})

const refused = { status: 'failed', lines: firstLines, last: `${2 * PAIRS - 100} more errors were found` }

test('a product file with many invalid lines reports the first hundred errors', async () => {
  const job = await runJob(shop, 'product-import', { fileKey: await storeFile(shop, products) })
  expect(outcomeOf(job)).toEqual(refused)
})

test('a price file with many invalid lines reports the first hundred errors', async () => {
  const list = { name: 'Sale', description: '', type: 'sale', prices: [] }
  const { id } = (await expectSuccess(shop.admin.post('/admin/price-lists', list))).price_list
  const context = { fileKey: await storeFile(shop, prices), price_list_id: id }
  expect(outcomeOf(await runJob(shop, 'price-list-import', context))).toEqual(refused)
})

test('at most a hundred errors are kept in memory or returned by PostgreSQL', async () => {
  async function* content() {
    yield Buffer.from(products)
  }
  await shop.orm.em.fork().transactional(async (em) => {
    const { faults } = await stageProducts(em, {
      read: async () => content(),
      options: {},
      reportProgress: async () => {},
    })
    expect([faults.reported.length, faults.count]).toEqual([100, PAIRS])
    const others = await findRowFaults(em)
    expect([others.reported.length, others.count]).toEqual([100, PAIRS])
  })
})
