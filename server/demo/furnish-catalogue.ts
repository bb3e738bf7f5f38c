import { Readable } from 'node:stream'
import { createFileFolder } from '#entities/platform/file/file-folder.ts'
import type { FileStore } from '#entities/platform/file/file-port.ts'
import { type DemoCategory, demoCategories } from './data/categories.ts'
import { furtherRegions } from './data/market.ts'
import type { DemoCallers, Outputs } from './demo-callers.ts'
import { drawProduct } from './pictures/draw-product.ts'

type Admin = DemoCallers['admin']
type Product = Outputs['admin']['products']['list']['products'][number]

interface Pictures {
  files: FileStore
  origin: string
}

/** Adds pictures and further currencies to the products, and sorts the products into categories. */
export async function furnishCatalogue(admin: Admin, pictures: Pictures): Promise<void> {
  const { products } = await admin.products.list({ limit: 100 })
  const categories = await addCategories(admin, demoCategories)
  for (const product of products) {
    const images = await storePictures(product, pictures)
    await admin.products.update({
      ...{ id: product.id, images, thumbnail: images[0] },
      categories: (categories.get(product.handle ?? '') ?? []).map((id) => ({ id })),
      variants: (product.variants ?? []).map(withFurtherPrices),
    })
  }
}

async function storePictures(product: Product, { files, origin }: Pictures): Promise<string[]> {
  const folder = createFileFolder(files, 'public')
  const values = product.options?.flatMap((option) => option.values?.map(({ value }) => value) ?? []) ?? []
  const drawings = drawProduct(product.handle ?? '', values)
  const stored = await Promise.all(
    drawings.map(({ name, svg }) => folder.store({ name, content: Readable.from([svg]) })),
  )
  return stored.map(({ url }) => new URL(url, origin).href)
}

type Variant = NonNullable<Product['variants']>[number]

function withFurtherPrices({ id, prices = [] }: Variant) {
  const own = prices.map(({ currency_code, amount }) => ({ currency_code, amount }))
  const euros = own.find(({ currency_code }) => currency_code === 'eur')?.amount ?? 0
  const further = furtherRegions.map(({ currency_code, factor }) => ({
    currency_code,
    amount: Math.round((euros * factor) / 50) * 50,
  }))
  return { id, prices: [...prices.map(({ id, amount }) => ({ id, amount })), ...further] }
}

/** Returns the ids of the categories of each product, by the handle of the product. */
async function addCategories(
  admin: Admin,
  demos: readonly DemoCategory[],
  parent_category_id: string | null = null,
): Promise<Map<string, string[]>> {
  const categoriesOf = new Map<string, string[]>()
  for (const { name, description = '', products = [], children = [] } of demos) {
    const { product_category } = await admin.productCategories.create({
      ...{ name, description, is_active: true, is_internal: false, parent_category_id },
    })
    const below = await addCategories(admin, children, product_category.id)
    for (const handle of products) below.set(handle, [...(below.get(handle) ?? []), product_category.id])
    for (const [handle, ids] of below) categoriesOf.set(handle, [...(categoriesOf.get(handle) ?? []), ...ids])
  }
  return categoriesOf
}
