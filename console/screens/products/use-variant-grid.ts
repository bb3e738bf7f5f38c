import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { RouterInputs } from '#client/index.ts'
import { queryClient, trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { refreshOnce } from '#console/app/live/refresh-after-mutation.ts'
import { useMay } from '#console/app/permissions.ts'
import { type Entered, isReadable, requiredNumber } from '#console/components/form/entered.ts'
import { fieldErrorsOf, unreadableErrors } from '#console/components/form/field-errors.ts'
import { validateInput } from '#console/components/form/input-schema.ts'
import { trimTexts } from '#console/components/form/trim-texts.ts'
import { useEditedFields } from '#console/components/form/use-edited-fields.ts'
import type { ProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { formatMoney } from '#console/components/money.tsx'
import { notifyDone } from '#console/components/notify.ts'
import { useErrorText } from '#console/components/states.tsx'
import { common } from '#console/strings/common.ts'
import { type EnteredPrices, generalPrices, priceInputs, type VariantPrice } from './variant-prices.ts'

export interface GridVariant {
  id: string
  title: string
  sku?: string | null | undefined
  inventory_quantity: number
  manage_inventory: boolean
  allow_backorder: boolean
  prices?: VariantPrice[] | undefined
  options?: { option_id: string; value: string }[] | undefined
}

export interface GridRow {
  title: string
  sku: string
  inventory_quantity: Entered<number>
  prices: EnteredPrices
}

export interface GridValues {
  /** The rows by the ID of the variant. */
  rows: Record<string, GridRow>
}

/** Buyers notice these changes. */
const PREVIEWED = ['prices', 'inventory_quantity']
const FIELDS = ['title', 'sku', 'inventory_quantity', 'prices']

interface VariantGrid extends ProcedureForm<GridValues> {
  /** The variants whose changes buyers notice, for a preview. */
  previewed: { id: string; name: string; input: RouterInputs['admin']['products']['updateVariant'] }[]
}

/** A form for the variants of a product. It saves each changed variant by itself, so it deletes no variant of another user. */
export function useVariantGrid(product: { id: string; variants: readonly GridVariant[] }): VariantGrid {
  const words = common.useWords()
  const textOf = useErrorText()
  const [isSaving, setSaving] = useState(false)
  const isAllowed = useMay()('products.updateVariant')
  const values: GridValues = {
    rows: Object.fromEntries(product.variants.map((variant) => [variant.id, rowOf(variant)])),
  }
  const key = `variants:${product.variants.map(({ id }) => id).join()}`
  const { setError, showErrors, finish, ...edit } = useEditedFields<GridValues>({ key, values, isSaving })
  const { fields } = edit
  const { mutateAsync } = useMutation(trpc.admin.products.updateVariant.mutationOptions(shownInPlace))

  const inputOf = (variant: GridVariant) => {
    const row = trimTexts(fields.getValues().rows[variant.id] ?? rowOf(variant))
    if (!isReadable(row)) return undefined
    return {
      id: product.id,
      variant_id: variant.id,
      title: row.title,
      sku: row.sku || null,
      inventory_quantity: requiredNumber(row.inventory_quantity),
      prices: priceInputs(variant.prices, row.prices),
    }
  }
  const saveRow = async (variant: GridVariant): Promise<Record<string, string>> => {
    const input = inputOf(variant)
    if (!input) return {}
    const invalid = await validateInput('admin.products.updateVariant', { input, words })
    if (Object.keys(invalid).length > 0) return invalid
    try {
      await mutateAsync(input)
      return {}
    } catch (failure) {
      const errors = fieldErrorsOf(failure, FIELDS, words)
      return Object.keys(errors).length > 0 ? errors : { '': `${input.title}: ${textOf(failure)}` }
    }
  }
  const submit = async () => {
    setError(undefined)
    const entered = fields.getValues()
    if (!isReadable(entered)) return showErrors(unreadableErrors(entered, words))
    setSaving(true)
    const errors: Record<string, string> = {}
    await refreshOnce(queryClient, async () => {
      for (const variant of product.variants.filter(({ id }) => fields.isDirty(`rows.${id}`)))
        for (const [field, message] of Object.entries(await saveRow(variant)))
          errors[field && `rows.${variant.id}.${field}`] = message
    })
    setSaving(false)
    if (Object.keys(errors).length > 0) return showErrors(errors)
    finish()
    notifyDone(words.saved)
  }
  return {
    ...edit,
    row: product.id,
    isSaving,
    isAllowed,
    textOf: priceText,
    submit,
    previewed: product.variants
      .filter(({ id }) => PREVIEWED.some((name) => fields.isDirty(`rows.${id}.${name}`)))
      .flatMap((variant) => {
        const input = inputOf(variant)
        return input ? [{ id: variant.id, name: variant.title, input }] : []
      }),
  }
}

/** The text of a price. The path of its field is `rows.variant_1.prices.eur`. */
function priceText(name: string, value: unknown): string | undefined {
  const currency = /\.prices\.(\w+)$/.exec(name)?.[1]
  return currency && typeof value === 'number' ? formatMoney(value, currency) : undefined
}

const rowOf = ({ title, sku, inventory_quantity, prices }: GridVariant): GridRow => ({
  title,
  sku: sku ?? '',
  inventory_quantity,
  prices: generalPrices(prices),
})
