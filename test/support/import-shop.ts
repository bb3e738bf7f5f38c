import { afterAll } from 'vitest'
import { writeCsv } from './csv.ts'
import { expectSuccess, type Json } from './factories.ts'
import { fileOf, putFile, runJob } from './jobs.ts'
import { openTestShop } from './shop.ts'

/** A line of a file, by the titles of its columns. */
export type Row = Record<string, string | number>

/** A shop in which products are imported, with a second currency and a region that has prices, for the tests of a file. */
export async function useImportShop() {
  const shop = await openTestShop({ demo: true })
  afterAll(() => shop[Symbol.asyncDispose]())
  await expectSuccess(shop.admin.post('/admin/store/currencies/jpy'))
  const region = await shop.given.region({ name: 'Europe [all]', countries: 0 })
  return {
    ...{ shop, region },

    /** The job that has imported lines, or a file, which it had by `fileKey`. */
    async imported(rows: Row[] | string): Promise<Json> {
      const fileKey = await putFile(shop, typeof rows === 'string' ? rows : writeCsv(rows))
      return { ...(await runJob(shop, 'product-import', { fileKey })), fileKey }
    },

    exported: async (context = {}): Promise<string> =>
      fileOf(shop, (await runJob(shop, 'product-export', context)).result.file_key),

    productBy: async (handle: unknown): Promise<Json> =>
      (await expectSuccess(shop.admin.get(`/admin/products?handle=${handle}`))).products[0],

    category: async (name: string): Promise<Json> =>
      (await expectSuccess(shop.admin.post('/admin/product-categories', { name, description: `All ${name}` })))
        .product_category,
  }
}

let serial = 0
export const uniqueName = (word: string) => `${word}-${++serial}`

/** A product of one variant, to be imported. */
export const importRow = (over: Row = {}): Row => ({
  'Product Handle': uniqueName('imported'),
  'Product Title': 'Imported',
  'Variant Title': 'S',
  'Option 1 Name': 'Size',
  'Option 1 Value': 'S',
  ...over,
})

/** What a job has found wrong. */
export const errorMessagesOf = (job: Json): string[] => job.result.errors.map(({ message }: Json) => message)
