import { afterAll } from 'vitest'
import { writeCsv } from './csv.ts'
import { expectSuccess } from './factories.ts'
import { readFileText, runJob, storeFile } from './jobs.ts'
import type { BatchJob } from './resources.ts'
import { openTestShop } from './shop.ts'

/** A CSV row by column title. */
export type Row = Record<string, string | number>

export async function useImportShop() {
  const shop = await openTestShop({ demo: true })
  afterAll(() => shop[Symbol.asyncDispose]())
  await expectSuccess(shop.admin.post('/admin/store/currencies/jpy'))
  const region = await shop.given.region({ name: 'Europe [all]', countries: 0 })
  return {
    ...{ shop, region },

    /** Returns the finished job and the key of the file. */
    async importRows(rows: Row[] | string) {
      const fileKey = await storeFile(shop, typeof rows === 'string' ? rows : writeCsv(rows))
      return { ...(await runJob(shop, 'product-import', { fileKey })), fileKey }
    },

    exportProducts: async (context = {}): Promise<string> =>
      readFileText(shop, (await runJob(shop, 'product-export', context)).result.file_key),

    productByHandle: async (handle: unknown) =>
      (await expectSuccess(shop.admin.get(`/admin/products?handle=${handle}`))).products[0],

    createCategory: async (name: string) =>
      (await expectSuccess(shop.admin.post('/admin/product-categories', { name, description: `All ${name}` })))
        .product_category,
  }
}

let serial = 0
export const uniqueName = (word: string) => `${word}-${++serial}`

/** A CSV row with one variant of a new product. */
export const productRow = (overrides: Row = {}): Row => ({
  'Product Handle': uniqueName('imported'),
  'Product Title': 'Imported',
  'Variant Title': 'S',
  'Option 1 Name': 'Size',
  'Option 1 Value': 'S',
  ...overrides,
})

export const errorMessagesOf = (job: BatchJob): string[] => job.result.errors.map(({ message }) => message)
