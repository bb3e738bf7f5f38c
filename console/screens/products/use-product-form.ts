import { trpc } from '#console/app/api.ts'
import { type Entered, type Readable, requiredNumber } from '#console/components/form/entered.ts'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { formatMoney } from '#console/components/money.tsx'
import { inputOf } from '#console/components/plugin-fields/field-values.ts'
import type { PluginField } from '#console/components/plugin-fields/plugin-field.ts'
import { useRowFields } from '#console/components/plugin-fields/use-row-fields.ts'
import { products } from '#console/strings/products.ts'
import type { Picture } from './picture.ts'
import type { ProductRow, VariantRow } from './product-row.ts'
import { type EnteredPrices, generalPrices, priceInputs } from './variant-prices.ts'

export interface GridValues {
  title: string
  sku: string
  inventory_quantity: Entered<number>
  prices: EnteredPrices
  cost: Entered<number>
  thumbnail: string | null
}

export interface ProductValues {
  title: string
  subtitle: string
  handle: string
  description: string
  discountable: boolean
  seo_title: string
  seo_description: string
  collection_id: string | null
  type: string
  tags: string[]
  categories: string[]
  sales_channels: string[]
  images: Picture[]
  thumbnail: string | null
  /** The variants by their ID. */
  rows: Record<string, GridValues>
}

/** One form for a product with its pictures and variants. It sends only the changed parts, in one transaction. */
export function useProductForm(product: ProductRow, currency: string) {
  const words = products.useWords()
  const own = useRowFields('product', product)
  const stored = Object.assign(valuesOf(product), own.values)
  const toInput = (values: Readable<ProductValues>) =>
    changeBetween(stored, values, { product, currency, own: own.fields })
  const form = useProcedureForm({
    action: trpc.admin.products.update.mutationOptions(),
    draft: product.id,
    values: stored,
    toInput,
    undoInput: (saved, before) => changeBetween(saved, before, { product, currency, own: own.fields }),
    placeOf: (path, takenValue, { rows }) => placeOf(path, takenValue, { product, rows }),
    textOf: (name, value) => fieldText(name, value, { imageCount: words.imageCount }),
  })
  const { rows } = form.fields.getValues()
  return {
    ...form,
    ownFields: own.fields,
    /** Whether a buyer notices the changes: other prices or another stock. */
    isPreviewed: (product.variants ?? []).some((variant) => changesBuyers(variant, rows[variant.id])),
  }
}

interface ChangeContext {
  product: ProductRow
  currency: string
  /** The fields of plugins. */
  own: readonly PluginField[]
}

type SomeValues = Readable<ProductValues> | ProductValues

/** The input for the parts that differ: a value that another user has changed in the meantime stays. */
function changeBetween(before: SomeValues, after: Readable<ProductValues>, { product, currency, own }: ChangeContext) {
  const { rows, ...values } = after
  const {
    description,
    subtitle,
    seo_title,
    seo_description,
    images,
    type,
    tags,
    categories,
    sales_channels,
    ...others
  } = changesOf(before, values)
  const variant_changes = changedRows<Readable<GridValues>>(product, before.rows, rows).map(({ variant, from, to }) =>
    variantInput({ variant, from, to, currency }),
  )
  const changed = own.filter(({ name }) => name in others)
  const plain = Object.fromEntries(
    Object.entries(others).filter(([name]) => !changed.some((field) => field.name === name)),
  )
  return {
    id: product.id,
    ...plain,
    ...(subtitle === undefined ? {} : { subtitle: subtitle || null }),
    ...(description === undefined ? {} : { description: description || null }),
    ...(seo_title === undefined ? {} : { seo_title: seo_title || null }),
    ...(seo_description === undefined ? {} : { seo_description: seo_description || null }),
    ...(type === undefined ? {} : { type: type ? { value: type } : null }),
    ...(tags && { tags: tags.map((value) => ({ value })) }),
    ...(categories && { categories: categories.map((id) => ({ id })) }),
    ...(sales_channels && { sales_channels: sales_channels.map((id) => ({ id })) }),
    ...(images && { images: images.map(({ url }) => url), image_alts: altsOf(images) }),
    ...(variant_changes.length > 0 ? { variant_changes } : {}),
    ...inputOf(changed, others),
  }
}

const valuesOf = (product: ProductRow): ProductValues => ({
  title: product.title,
  subtitle: product.subtitle ?? '',
  handle: product.handle ?? '',
  description: product.description ?? '',
  discountable: product.discountable,
  seo_title: product.seo_title ?? '',
  seo_description: product.seo_description ?? '',
  collection_id: product.collection_id ?? null,
  type: product.type?.value ?? '',
  tags: product.tags?.map(({ value }) => value) ?? [],
  categories: product.categories?.map(({ id }) => id) ?? [],
  sales_channels: product.sales_channels?.map(({ id }) => id) ?? [],
  images: product.images?.map(({ url, alt }) => ({ url, alt: alt ?? '' })) ?? [],
  thumbnail: product.thumbnail ?? null,
  rows: Object.fromEntries((product.variants ?? []).map((variant) => [variant.id, rowOf(variant)])),
})

const rowOf = ({ title, sku, inventory_quantity, prices, cost_amount, thumbnail }: VariantRow): GridValues => ({
  title,
  sku: sku ?? '',
  inventory_quantity,
  prices: generalPrices(prices),
  cost: cost_amount ?? null,
  thumbnail: thumbnail ?? null,
})

export const altsOf = (images: readonly Picture[]) => images.map(({ url, alt }) => ({ url, alt: alt || null }))

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function changesOf<Values extends object>(before: object, values: Values): Partial<Values>
function changesOf(before: object, values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(value, Reflect.get(before, name))))
}

type SomeRows = SomeValues['rows']

const changedRows = <To extends SomeRow>({ variants = [] }: ProductRow, before: SomeRows, after: Record<string, To>) =>
  variants.flatMap((variant) => {
    const from: SomeRow | undefined = before[variant.id]
    const to: To | undefined = after[variant.id]
    return from && to && !isSame(withoutGaps(to), withoutGaps(from)) ? [{ variant, from, to }] : []
  })

/** A price that was typed and removed again is `null`, and was absent before. */
const withoutGaps = ({ prices, ...row }: SomeRow) => [
  Object.entries(row).sort(),
  Object.entries(prices)
    .filter(([, amount]) => amount != null)
    .sort(),
]

type SomeRow = Readable<GridValues> | GridValues

interface VariantChange {
  variant: VariantRow
  from: SomeRow
  to: Readable<GridValues>
  currency: string
}

function variantInput({ variant, from, to, currency }: VariantChange) {
  const { title, inventory_quantity, sku, thumbnail, prices, cost } = changesOf(from, to)
  return {
    id: variant.id,
    ...(title === undefined ? {} : { title }),
    ...(sku === undefined ? {} : { sku: sku || null }),
    ...(thumbnail === undefined ? {} : { thumbnail }),
    ...(inventory_quantity === undefined ? {} : { inventory_quantity: requiredNumber(inventory_quantity) }),
    ...(prices && { prices: priceInputs(variant.prices, prices) }),
    ...(cost === undefined
      ? {}
      : { cost_amount: cost, cost_currency_code: cost === null ? null : (variant.cost_currency_code ?? currency) }),
  }
}

const changesBuyers = (variant: VariantRow, row: GridValues | undefined): boolean =>
  row !== undefined &&
  !(
    row.inventory_quantity === variant.inventory_quantity &&
    isSame(withoutGaps({ ...rowOf(variant), prices: row.prices }), withoutGaps(rowOf(variant)))
  )

/** Such as `rows.variant_1.sku` for `variant_changes.0.sku`, and for a SKU that another variant has. */
function placeOf(
  path: string,
  takenValue: string | undefined,
  { product, rows }: { product: ProductRow; rows: ProductValues['rows'] },
): string | undefined {
  const [list, index, column] = path.split('.')
  const ids = Object.keys(rows)
  if (list === 'variant_changes') {
    const id = changedRows(product, valuesOf(product).rows, rows)[Number(index)]?.variant.id
    return id && `rows.${id}.${column?.startsWith('cost') ? 'cost' : column}`
  }
  const id = list === 'sku' ? ids.find((one) => rows[one]?.sku.trim() === takenValue) : undefined
  return id && `rows.${id}.sku`
}

interface FieldTexts {
  imageCount(count: number): string
}

/** The path of a price is `rows.variant_1.prices.eur`. */
function fieldText(name: string, value: unknown, texts: FieldTexts): string | undefined {
  const currency = /\.prices\.(\w+)$/.exec(name)?.[1]
  if (currency && typeof value === 'number') return formatMoney(value, currency)
  return name === 'images' && Array.isArray(value) ? texts.imageCount(value.length) : undefined
}
