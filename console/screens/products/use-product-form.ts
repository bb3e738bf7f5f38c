import { useEffect, useMemo, useRef } from 'react'
import { trpc } from '#console/app/api.ts'
import { type Entered, type Readable, requiredNumber } from '#console/components/form/entered.ts'
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
  type AddedVariant,
  changedOptions,
  type FormOption,
  isTooLarge,
  MAX_COMBINATIONS,
  type NamedChoice,
  optionInputs,
  type Structure,
  type StructureValues,
  structureOf,
  structureValuesOf,
} from './product-structure.ts'
import { type EnteredPrices, generalPrices, priceInputs } from './variant-prices.ts'

export interface GridValues {
  title: string
  sku: string
  ean: string
  inventory_quantity: Entered<number>
  prices: EnteredPrices
  cost: Entered<number>
  thumbnail: string | null
}

export interface ProductValues extends StructureValues {
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
  /** The stored and the new variants by their ID. */
  rows: Record<string, GridValues>
  /** The fields of plugins of the new variants. */
  variant: object
}

/** One form for a product with its pictures and variants. It sends only the changed parts, in one transaction. */
export function useProductForm(product: ProductRow, currency: string) {
  const words = products.useWords()
  const own = useRowFields('product', product)
  const ofVariants = useNewRowFields('variant')
  const context = { product, currency, own: own.fields, addTo: ofVariants.addTo }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `own.values` belong to the product
  const stored = useMemo(() => Object.assign(valuesOf(product), own.values), [product, own.fields])
  const latest = useRef(product)
  useEffect(() => {
    latest.current = product
  })
  const toInput = (values: Readable<ProductValues>) => changeBetween(stored, values, context)
  const form = useProcedureForm({
    action: trpc.admin.products.update.mutationOptions(),
    draft: product.id,
    values: stored,
    toInput,
    check: ({ options }) => sizeErrors(options, words.tooManyCombinations(MAX_COMBINATIONS)),
    undoInput: (saved, before) =>
      changesStructure(product, saved) ? undefined : changeBetween(saved, before, context),
    placeOf: (path, takenValue, current) => placeOf(path, takenValue, { product, values: current }),
    textOf: (name, value) => fieldText(name, value, { imageCount: words.imageCount }),
  })
  const values = form.fields.getValues()
  const structure = structureOf(product, values)
  return {
    ...form,
    ownFields: own.fields,
    variantFields: ofVariants.fields,
    structure,
    /** Changes the options or the variants, and adds rows for the new variants. */
    changeStructure(changes: Partial<StructureValues>) {
      const now = form.fields.getValues()
      const next = { ...now, ...changes }
      const { added } = structureOf(latest.current, next)
      // The next change can bring back the new variants, with the texts that the user has typed.
      const isUnfinished = isTooLarge(next.options) || next.options.some((option) => option.values.length === 0)
      const rows = isUnfinished ? now.rows : rowsFor(latest.current, { rows: now.rows, added })
      form.fields.setValues({ ...changes, rows })
    },
    /** Whether a buyer notices the changes: other prices or another stock. */
    isPreviewed:
      structure.added.length > 0 ||
      structure.deleted.length > 0 ||
      (product.variants ?? []).some((variant) => changesBuyers(variant, values.rows[variant.id])),
  }
}

/** The error is at the option with the most values. */
function sizeErrors(options: readonly Pick<FormOption, 'values'>[], text: string): Record<string, string> {
  if (!isTooLarge(options)) return {}
  const sizes = options.map(({ values }) => values.length)
  return { [`options.${sizes.indexOf(Math.max(...sizes))}.values`]: text }
}

interface ChangeContext {
  product: ProductRow
  currency: string
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
  const new_variants = added.map((one) => addTo(newVariantInput(one, { row: rows[one.id], currency }), variant))
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

/** The rows of the variants that stay. A new variant costs the same as the first one, until the user changes its row. */
function rowsFor(
  { variants = [] }: ProductRow,
  { rows, added }: { rows: ProductValues['rows']; added: readonly AddedVariant[] },
): ProductValues['rows'] {
  const [first] = variants
  const { prices, cost } = { prices: generalPrices(first?.prices), cost: first?.cost_amount ?? null }
  const empty = { title: '', sku: '', ean: '', inventory_quantity: null, cost, thumbnail: null }
  const stored = variants.flatMap(({ id }): [string, GridValues][] => (rows[id] ? [[id, rows[id]]] : []))
  return Object.fromEntries([
    ...stored,
    ...added.map(({ id }) => [id, rows[id] ?? { ...empty, prices: { ...prices } }]),
  ])
}

const changesStructure = (product: ProductRow, values: Readable<ProductValues>): boolean => {
  const { kept, added, deleted } = structureOf(product, values)
  return (
    added.length > 0 ||
    deleted.length > 0 ||
    kept.some(({ hasOtherChoices }) => hasOtherChoices) ||
    Object.keys(optionInputs(product, values.options)).length > 0
  )
}

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
  currency: string
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

function newVariantInput(
  { title, choices }: AddedVariant,
  { row, currency }: { row: Readable<GridValues> | undefined; currency: string },
) {
  const { sku, ean, inventory_quantity, prices = {}, cost = null, thumbnail } = row ?? {}
  return {
    title: row?.title || title,
    ...(sku ? { sku } : {}),
    ...(ean ? { ean } : {}),
    ...(typeof inventory_quantity === 'number' ? { inventory_quantity } : {}),
    ...(thumbnail ? { thumbnail } : {}),
    ...(cost === null ? {} : { cost_amount: cost, cost_currency_code: currency }),
    prices: priceInputs([], prices),
    options: choices,
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
  if (ids && column === 'options') return `options.${choice}.values`
  if (ids) return ids[Number(index)] && `rows.${ids[Number(index)]}.${column?.startsWith('cost') ? 'cost' : column}`
  if (list === 'option_changes') {
    const changed = changedOptions(product.options ?? [], values.options)[Number(index)]
    return changed && `options.${values.options.indexOf(changed)}.title`
  }
  if (list !== 'sku' && list !== 'ean') return undefined
  const id = Object.keys(values.rows).find((one) => values.rows[one]?.[list].trim() === takenValue)
  return id && `rows.${id}.${list}`
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
