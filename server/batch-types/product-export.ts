import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { type BatchRun, batchType } from '#entities/batch-job/batch-type.ts'
import { csvLines } from '#entities/csv/write-csv.ts'
import { currencyDigits } from '#entities/currency/currency-digits.ts'
import { fileKey } from '#entities/file/file-key.ts'
import { Product } from '#entities/product/product.ts'
import type { ProductShape } from '#entities/product-csv/columns.ts'
import { type ExportedProduct, productLines, productTitles } from '#entities/product-csv/product-lines.ts'
import { emptyShape, widenShape } from '#entities/product-csv/read-shape.ts'
import { productConditions, productFilters } from '#routers/admin/products/filters.ts'
import { view } from '#routers/admin/products/read-product.ts'
import { walkKeys } from '#routers/schemas/keyset.ts'
import { readTrees } from '#routers/schemas/read-tree.ts'
import { select } from '#routers/schemas/selection.ts'
import { checkOrder, countRows, type ExportContext, exportContext, walkOf } from './export-context.ts'

/** Products that are gone are not exported: they could not be imported again. */
const Filters = z.strictObject(productFilters).omit({ deleted_at: true })
const conditions = ({ filterable_fields }: ExportContext) => productConditions(Filters.parse(filterable_fields))

/** One line for each variant, with all columns; names of fields and relations are looked at, and change nothing. */
export const productExport = batchType<ExportContext>({
  kind: 'export',
  context: exportContext({ ...view, filters: Filters }),

  check: (em, context) => checkOrder(em, Product, context),

  async preProcess({ em, context, advance }) {
    const where = conditions(context)
    const count = await countRows(em, Product, { context, where })
    const shape = await readShape(em, context, () => advance({}))
    const message = `There will be ${count} products exported by this action`
    return {
      result: { count, stat_descriptors: [{ key: 'product-export-count', name: 'Product count to export', message }] },
      context: { shape },
    }
  },

  async process(run) {
    const told = { count: 0 }
    const { key, size } = await run.files.write(keyOf(run), csv(run, told))
    return { count: told.count, advancement_count: told.count, file_key: key, file_size: size }
  },

  onCanceled: (run) => run.files.delete(keyOf(run)),
})

/** The key tells its job: another attempt writes the same file. */
const keyOf = ({ id, created_at }: Pick<BatchRun<unknown>, 'id' | 'created_at'>) =>
  fileKey(`exports/products/${id}-product-export-${created_at.getTime()}.csv`)

async function* csv(run: BatchRun<ExportContext>, told: { count: number }): AsyncGenerator<string> {
  const { em, context, advance } = run
  const digits = await currencyDigits(em)
  const count = await countRows(em, Product, { context, where: conditions(context) })
  const shape = await readShape(em, context, () => advance({}))
  yield csvLines([productTitles(shape)])
  for await (const ids of walkKeys(em, Product, walkOf(context, conditions(context)))) {
    const products = await readProducts(em, ids)
    yield csvLines(products.flatMap((product) => productLines(product, shape, digits)))
    told.count += ids.length
    await advance({ count, advancement_count: told.count, progress: told.count / count })
  }
}

/** Products are looked over in longer pages than they are read: little is kept of each. */
async function readShape(em: EntityManager, context: ExportContext, page: () => Promise<void>): Promise<ProductShape> {
  let shape = emptyShape()
  const walk = { ...walkOf(context, conditions(context)), size: 1000 }
  for await (const ids of walkKeys(em, Product, walk)) {
    shape = await widenShape(em, shape, ids)
    await page()
  }
  return shape
}

const expand = 'variants.prices,variants.options,profile,images,options,tags,type,collection,sales_channels,categories'
const selection = select(view.resource, { expand })
const only = { 'variants.prices': { price_list_id: [null] } }

const readProducts = async (em: EntityManager, ids: readonly string[]): Promise<ExportedProduct[]> =>
  (await readTrees(em, ids, { entity: Product, selection, only, isCommon: true })) as ExportedProduct[]
