import { useMemo } from 'react'
import { trpc } from '#console/app/api.ts'
import { type Readable, requiredNumber } from '#console/components/form/entered.ts'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { formatMoney } from '#console/components/money.tsx'
import { inputOf } from '#console/components/plugin-fields/field-values.ts'
import { useNewRowFields } from '#console/components/plugin-fields/new-row-fields.tsx'
import type { PluginField } from '#console/components/plugin-fields/plugin-field.ts'
import { useRowFields } from '#console/components/plugin-fields/use-row-fields.ts'
import { products } from '#console/strings/products.ts'
import type { Picture } from './picture.ts'
import type { ProductRow, VariantRow } from './product-row.ts'
import {
  changedOptions,
  MAX_COMBINATIONS,
  type NamedChoice,
  optionInputs,
  type Structure,
  structureOf,
  structureValuesOf,
} from './product-structure.ts'
import { changesStock, withStructureUndo } from './undo-product.ts'
import { useVariantStructure } from './use-variant-structure.ts'
import { generalPrices, priceInputs } from './variant-prices.ts'
import {
  type GridValues,
  newVariantInput,
  placeOfTaken,
  placeOfVariant,
  sizeErrors,
  type VariantValues,
} from './variant-rows.ts'

export interface ProductValues extends VariantValues {
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
  thumbnail: string | null
}

/** One form for a product with its pictures and variants. It sends only the changed parts, in one transaction. */
export function useProductForm(product: ProductRow, currency: string | undefined) {
  const words = products.useWords()
  const own = useRowFields('product', product)
  const ofVariants = useNewRowFields('variant')
  const context = { product, currency, own: own.fields, addTo: ofVariants.addTo }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `own.values` belong to the product
  const stored = useMemo(() => Object.assign(valuesOf(product), own.values), [product, own.fields])
  const toInput = (values: Readable<ProductValues>) => changeBetween(stored, values, context)
  const form = useProcedureForm({
    action: trpc.admin.products.update.mutationOptions(),
    draft: product.id,
    values: stored,
    toInput,
    check: ({ options }) => sizeErrors(options, words.tooManyCombinations(MAX_COMBINATIONS)),
    undoInput: (saved, before, output) =>
      changesStock(toInput(saved))
        ? undefined
        : withStructureUndo(changeBetween(saved, before, context), { product, saved, stored: output.product }),
    placeOf: (path, takenValue, current) => placeOf(path, takenValue, { product, values: current }),
    textOf: (name, value) => fieldText(name, value, { imageCount: words.imageCount }),
  })
  const values = form.fields.getValues()
  const variants = useVariantStructure(product, form.fields)
  const { added, deleted } = variants.structure
  return {
    ...form,
    ...variants,
    ownFields: own.fields,
    variantFields: ofVariants.fields,
    /** Whether a buyer notices the changes: other prices or another stock. */
    isPreviewed:
      added.length > 0 ||
      deleted.length > 0 ||
      (product.variants ?? []).some((variant) => changesBuyers(variant, values.rows[variant.id])),
  }
}

interface ChangeContext {
  product: ProductRow
  /** The currency of new costs. */
  currency: string | undefined
  /** The fields of plugins. */
  own: readonly PluginField[]
  /** Adds the fields of plugins to a new variant. */
  addTo<Input extends object>(input: Input, values: object): Input
}

type SomeValues = Readable<ProductValues> | ProductValues

/** The input for the parts that differ: a value that another user has changed in the meantime stays. */
function changeBetween(
  before: SomeValues,
  after: Readable<ProductValues>,
  { product, currency, own, addTo }: ChangeContext,
) {
  const { rows, options, removed, fillsGaps, variant, ...values } = after
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
  const structure = structureOf(product, after)
  const { added, deleted } = structure
  const variant_changes = changedVariants({ before: before.rows, rows, structure }).map((change) =>
    variantInput({ ...change, currency }),
  )
  const new_variants = added.map(({ id, title, choices }) =>
    addTo({ ...newVariantInput(title, { row: rows[id], currency }), options: choices }, variant),
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
    ...optionInputs(product, options),
    ...(variant_changes.length > 0 ? { variant_changes } : {}),
    ...(new_variants.length > 0 ? { new_variants } : {}),
    ...(deleted.length > 0 ? { deleted_variant_ids: deleted.map(({ id }) => id) } : {}),
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
  variant: {},
  ...structureValuesOf(product),
})

const rowOf = ({ title, sku, ean, inventory_quantity, prices, cost_amount, thumbnail }: VariantRow): GridValues => ({
  title,
  sku: sku ?? '',
  ean: ean ?? '',
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

interface Edited<Row extends SomeRow> {
  before: SomeRows
  rows: Record<string, Row>
  structure: Structure
}

/** The variants that stay and have other values in their row, or other values of the options. */
const changedVariants = <Row extends SomeRow>({ before, rows, structure }: Edited<Row>) =>
  structure.kept.flatMap(({ variant, choices, title, hasOtherChoices }) => {
    const from: SomeRow | undefined = before[variant.id]
    const to: Row | undefined = rows[variant.id]
    if (!from || !to || !(hasOtherChoices || !isSameRow(to, from))) return []
    return [{ variant, from, to, choices: hasOtherChoices ? choices : undefined, choiceTitle: title }]
  })

const ROW_COLUMNS = ['title', 'sku', 'ean', 'inventory_quantity', 'cost', 'thumbnail'] as const

/** A form with hundreds of variants compares each row after each letter, so this is quicker than a comparison of texts. */
const isSameRow = (one: SomeRow, other: SomeRow): boolean =>
  ROW_COLUMNS.every((name) => one[name] === other[name] || isSame(one[name], other[name])) &&
  hasSamePrices(one.prices, other.prices)

/** A price that was typed and removed again is `null`, and was absent before. */
const hasSamePrices = (one: SomeRow['prices'], other: SomeRow['prices']): boolean =>
  [...Object.keys(one), ...Object.keys(other)].every((currency) => {
    const [price = null, before = null] = [one[currency], other[currency]]
    return price === before || isSame(price, before)
  })

type SomeRow = Readable<GridValues> | GridValues

interface VariantChange {
  variant: VariantRow
  from: SomeRow
  to: Readable<GridValues>
  choices: NamedChoice[] | undefined
  /** The title that follows from the choices. */
  choiceTitle: string | undefined
  currency: string | undefined
}

function variantInput({ variant, from, to, choices, choiceTitle, currency }: VariantChange) {
  const { title = choiceTitle, inventory_quantity, sku, ean, thumbnail, prices, cost } = changesOf(from, to)
  return {
    id: variant.id,
    ...(title === undefined ? {} : { title }),
    ...(sku === undefined ? {} : { sku: sku || null }),
    ...(ean === undefined ? {} : { ean: ean || null }),
    ...(choices && { options: choices }),
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
  !(row.inventory_quantity === variant.inventory_quantity && hasSamePrices(row.prices, generalPrices(variant.prices)))

/** Such as `rows.variant_1.sku` for `variant_changes.0.sku`, and for a SKU that another variant has. */
function placeOf(
  path: string,
  takenValue: string | undefined,
  { product, values }: { product: ProductRow; values: ProductValues },
): string | undefined {
  const [list, index, column, choice] = path.split('.')
  const rowsIn = () => {
    if (list === 'new_variants') return structureOf(product, values).added.map(({ id }) => id)
    if (list === 'variant_changes')
      return changedVariants({
        before: valuesOf(product).rows,
        rows: values.rows,
        structure: structureOf(product, values),
      }).map(({ variant }) => variant.id)
    return undefined
  }
  const ids = rowsIn()
  if (ids) return placeOfVariant(ids[Number(index)], column, choice)
  if (list === 'option_changes') {
    const changed = changedOptions(product.options ?? [], values.options)[Number(index)]
    return changed && `options.${values.options.indexOf(changed)}.title`
  }
  return placeOfTaken(list, takenValue, values.rows)
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
