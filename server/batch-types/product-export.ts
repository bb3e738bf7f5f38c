import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { csvLines } from '#entities/catalogue/import-export/csv/write-csv.ts'
import type { ProductShape } from '#entities/catalogue/import-export/product-csv/columns.ts'
import {
  type ExportedProduct,
  productLines,
  productTitles,
  type TextsOfRow,
} from '#entities/catalogue/import-export/product-csv/product-lines.ts'
import { emptyShape, widenShape } from '#entities/catalogue/import-export/product-csv/read-shape.ts'
import { templateRows } from '#entities/catalogue/import-export/product-csv/template-rows.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { currencyDigits } from '#entities/market/currency/currency-digits.ts'
import { languagesOf } from '#entities/market/language/shop-languages.ts'
import { Store } from '#entities/market/store/store.ts'
import type { BatchResult } from '#entities/platform/batch-job/batch-job.ts'
import { type BatchRun, defineBatchType } from '#entities/platform/batch-job/batch-type.ts'
import { findTranslations } from '#entities/platform/translation/translation.ts'
import { productConditions, productFilters } from '#routers/admin/products/product-filters.ts'
import { productReadOptions } from '#routers/admin/products/read-product.ts'
import { columnsOf } from '#routers/inputs/columns.ts'
import { defineResource } from '#routers/reading/define-resource.ts'
import { readRows } from '#routers/reading/read-row.ts'
import { ProductCategoryResource } from '#routers/resources/category.ts'
import {
  ImageResource,
  MoneyAmountResource,
  ProductCollectionResource,
  ProductOptionResource,
  ProductOptionValueResource,
  ProductTagResource,
  ProductTypeResource,
} from '#routers/resources/product.ts'
import { SalesChannelResource } from '#routers/resources/sales-channel.ts'
import { ShippingProfileResource } from '#routers/resources/shipping.ts'
import { type ExportContext, exportWalkOf } from './export-context.ts'
import { byteOrderMarkOf, exportFileKey, exportType } from './export-type.ts'
import { walkKeys } from './walk-keys.ts'

const Filters = z.strictObject(productFilters).omit({ deleted_at: true })
const conditions = ({ filterable_fields }: ExportContext) => productConditions(Filters.parse(filterable_fields))

const NOUN = 'product'

/** Exports one line for each variant, always with all columns. */
const allProducts = exportType({
  noun: NOUN,
  procedure: 'products.list',
  entity: Product,
  ...productReadOptions,
  filters: Filters,
  conditions,

  collectContext: async (run) => ({ shape: await readShape(run) }),

  async open(run) {
    const [shape, digits] = [await readShape(run), await currencyDigits(run.em)]
    return {
      titles: productTitles(shape),
      read: async (ids) => {
        const products = await readProducts(run.em, ids)
        const textsOf = await readTexts(run.em, products, shape.languages)
        return products.flatMap((product) => productLines(product, { shape, digits, textsOf }))
      },
    }
  },
})

/** With `template` in its context, the job writes two example products in the currencies of the shop instead. */
export const productExport = defineBatchType<ExportContext>({
  ...allProducts,

  preProcess: async (run) => (isTemplate(run) ? { result: { count: TEMPLATE_PRODUCTS } } : allProducts.preProcess(run)),

  process: async (run) => (isTemplate(run) ? writeTemplate(run) : allProducts.process(run)),
})

const TEMPLATE_PRODUCTS = 2

const isTemplate = ({ context }: BatchRun<ExportContext>) => context.template === true

async function writeTemplate(run: BatchRun<ExportContext>): Promise<BatchResult> {
  const [store] = await run.em.find(Store, {}, { limit: 1, populate: ['currencies'] })
  const all = await currencyDigits(run.em)
  const codes = store?.currencies.getItems().map(({ code }) => code) ?? []
  const digits = new Map(codes.map((code) => [code, all.get(code) ?? 2] as const))
  const content = async function* () {
    yield byteOrderMarkOf(run.context) + csvLines(templateRows(digits))
  }
  const { key, size } = await run.files.write(exportFileKey(NOUN)(run), content())
  return { count: TEMPLATE_PRODUCTS, advancement_count: TEMPLATE_PRODUCTS, file_key: key, file_size: size }
}

async function readShape({ em, context, advance }: BatchRun<ExportContext>): Promise<ProductShape> {
  let shape = emptyShape((await languagesOf(em))?.codes.slice(1))
  const walk = exportWalkOf({ em, entity: Product, context }, conditions(context))
  for await (const ids of walkKeys(em, { ...walk, pageSize: 1000 })) {
    shape = await widenShape(em, shape, ids)
    await advance({})
  }
  return shape
}

const ExportedVariantResource = defineResource({
  name: 'ExportedVariant',
  entity: ProductVariant,
  columns: columnsOf(ProductVariant),
  fields: 'variant',
  relations: () => ({ prices: z.array(MoneyAmountResource), options: z.array(ProductOptionValueResource) }),
})

const ExportedProductResource = defineResource({
  name: 'ExportedProduct',
  entity: Product,
  columns: columnsOf(Product),
  fields: 'product',
  relations: () => ({
    variants: z.array(ExportedVariantResource),
    profile: ShippingProfileResource.nullable(),
    images: z.array(ImageResource),
    options: z.array(ProductOptionResource),
    tags: z.array(ProductTagResource),
    type: ProductTypeResource.nullable(),
    collection: ProductCollectionResource.nullable(),
    sales_channels: z.array(SalesChannelResource),
    categories: z.array(ProductCategoryResource),
  }),
})

const view = {
  resource: ExportedProductResource,
  defaults: {
    relations: [
      'variants.prices',
      'variants.options',
      'profile',
      'images',
      'options',
      'tags',
      'type',
      'collection',
      'sales_channels',
      'categories',
    ],
    scopes: productReadOptions.defaults.scopes,
  },
}

async function readTexts(
  em: EntityManager,
  products: readonly ExportedProduct[],
  languages: readonly string[],
): Promise<TextsOfRow> {
  if (languages.length === 0) return () => undefined
  const ids = products.flatMap(({ id, options, variants }) => [
    ...[id, ...options.map((option) => option.id)],
    ...variants.flatMap((variant) => [variant.id, ...variant.options.map((value) => value.id)]),
  ])
  const rows = await findTranslations(em, ids, languages)
  const texts = new Map(rows.map((row) => [`${row.language} ${row.row_id}`, row.texts]))
  return (id, language) => texts.get(`${language} ${id}`)
}

const readProducts = (em: EntityManager, ids: readonly string[]): Promise<ExportedProduct[]> => readRows(em, ids, view)
