import { useMutation } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import type { RouterInputs } from '#client/index.ts'
import { queryClient, trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { isOutdated, refreshOnce } from '#console/app/live/refresh-after-mutation.ts'
import { useMay } from '#console/app/permissions.ts'
import { isReadable } from '#console/components/form/entered.ts'
import { fieldErrorsOf, unreadableErrors } from '#console/components/form/field-errors.ts'
import { validateInput } from '#console/components/form/input-schema.ts'
import { trimTexts } from '#console/components/form/trim-texts.ts'
import { useEditedFields } from '#console/components/form/use-edited-fields.ts'
import { notifyDone } from '#console/components/notify.ts'
import { notifyUndoable } from '#console/components/notify-undoable.tsx'
import { useErrorText } from '#console/components/states.tsx'
import { common } from '#console/strings/common.ts'
import { products } from '#console/strings/products.ts'
import { changeOf, rowsOf, type TableProduct, type TableRow, type TableValues, valuesOf } from './table-rows.ts'
import { changesStock } from './undo-product.ts'

interface TableForm {
  rows: Record<string, TableValues>
}

type Change = RouterInputs['admin']['products']['update']

interface Edited {
  rows: readonly TableRow[]
  change: Change
}

/** A form for many products. It saves each product by itself, so that a refused one stops no other. */
export function useProductTable(listed: readonly TableProduct[], currency: string | undefined) {
  const words = products.useWords()
  const shared = common.useWords()
  const textOf = useErrorText()
  const isAllowed = useMay()('products.update')
  const [isSaving, setSaving] = useState(false)
  const rows = useMemo(() => rowsOf(listed), [listed])
  const values = useMemo<TableForm>(
    () => ({ rows: Object.fromEntries(rows.map((row) => [row.id, valuesOf(row)])) }),
    [rows],
  )
  const { setError, showErrors, finish, ...edit } = useEditedFields<TableForm>({
    key: 'products table',
    values,
    isSaving,
    isOutdated: () => isOutdated(queryClient, 'products'),
  })
  const { fields } = edit
  const { mutateAsync } = useMutation(trpc.admin.products.update.mutationOptions(shownInPlace))
  const byProduct = useMemo(() => Map.groupBy(rows, ({ product }) => product.id), [rows])

  const changesTo = (entered: Readonly<Record<string, TableValues>>): Edited[] =>
    [...byProduct.values()].flatMap((ofProduct) => {
      const known = Object.fromEntries(ofProduct.flatMap(({ id }) => (entered[id] ? [[id, entered[id]] as const] : [])))
      const given = trimTexts(known)
      const change = isReadable(given) ? changeOf(ofProduct, { values: given, currency }) : undefined
      return change ? [{ rows: ofProduct, change }] : []
    })
  const save = async ({ rows: ofProduct, change }: Edited): Promise<Record<string, string>> => {
    const places = placesOf(ofProduct, change)
    const invalid = await validateInput('admin.products.update', { input: change, words: shared })
    if (Object.keys(invalid).length > 0)
      return Object.fromEntries(
        Object.entries(invalid).map(([path, text]) => [places.placeOf(path, undefined) ?? '', text]),
      )
    try {
      await mutateAsync({ ...change, fields: 'id', expand: '' })
      return {}
    } catch (failure) {
      const errors = fieldErrorsOf(failure, { names: ['title'], placeOf: places.placeOf }, shared)
      return Object.keys(errors).length > 0 ? errors : { '': `${ofProduct[0]?.product.title}: ${textOf(failure)}` }
    }
  }
  const submit = async () => {
    setError(undefined)
    const entered = fields.getValues()
    if (!isReadable(entered)) return showErrors(unreadableErrors(entered, shared))
    const edited = changesTo(entered.rows)
    const before = values.rows
    setSaving(true)
    const errors: Record<string, string> = {}
    const problems: string[] = []
    const saved: Edited[] = []
    await refreshOnce(queryClient, async () => {
      for (const one of edited) {
        const { '': problem, ...found } = await save(one)
        Object.assign(errors, found)
        if (problem) problems.push(problem)
        if (!problem && Object.keys(found).length === 0) saved.push(one)
      }
    })
    setSaving(false)
    const message = words.savedProducts(saved.length, edited.length)
    const notifySaved = () =>
      saved.some(({ change }) => changesStock(change))
        ? notifyDone(message)
        : notifyUndoable(message, () => takeBack(saved, before))
    if (saved.length > 0) notifySaved()
    if (problems.length > 0 || Object.keys(errors).length > 0) {
      showErrors({ ...errors, ...(problems.length > 0 ? { '': problems.join('\n') } : {}) })
      return
    }
    finish()
  }
  const takeBack = async (edited: readonly Edited[], before: Readonly<Record<string, TableValues>>) => {
    await refreshOnce(queryClient, async () => {
      for (const { rows: ofProduct, change } of edited) {
        const undone = undoOf(ofProduct, change, before)
        if (undone) await mutateAsync({ ...undone, fields: 'id', expand: '' })
      }
    })
    notifyDone(shared.undone)
  }
  // The next letter does not wait for the changes of hundreds of rows.
  const entered = useDeferredValue(fields.getValues().rows)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows and their values decide
  const edited = useMemo(() => changesTo(entered), [entered, rows, currency])
  return {
    ...edit,
    row: '',
    isSaving,
    isAllowed,
    submit,
    rows,
    edited: isSaving ? [] : edited,
  }
}

/** The stored values of exactly the changed columns. */
function undoOf(
  rows: readonly TableRow[],
  change: Change,
  before: Readonly<Record<string, TableValues>>,
): Change | undefined {
  const [first] = rows
  if (!first) return undefined
  const { product } = first
  const { variant_changes } = change
  const stored = new Map(rows.flatMap(({ variant }) => (variant ? [[variant.id, variant] as const] : [])))
  return {
    id: product.id,
    ...(change.title === undefined ? {} : { title: before[first.id]?.product_title ?? product.title }),
    ...(change.status === undefined ? {} : { status: product.status }),
    ...(variant_changes
      ? {
          variant_changes: variant_changes.flatMap(({ id, ...columns }) => {
            const variant = stored.get(id)
            if (!variant) return []
            return [
              {
                id,
                ...('title' in columns ? { title: variant.title } : {}),
                ...('sku' in columns ? { sku: variant.sku ?? null } : {}),
                ...('weight' in columns ? { weight: variant.weight ?? null } : {}),
                ...('cost_amount' in columns
                  ? { cost_amount: variant.cost_amount ?? null, cost_currency_code: variant.cost_currency_code ?? null }
                  : {}),
                ...('prices' in columns ? { prices: storedPrices(variant.prices) } : {}),
              },
            ]
          }),
        }
      : {}),
  }
}

type Prices = NonNullable<TableProduct['variants']>[number]['prices']

const storedPrices = (prices: Prices = []) =>
  prices
    .filter(({ price_list_id }) => !price_list_id)
    .map(({ amount, currency_code, region_id, min_quantity, max_quantity }) => ({
      ...{ amount, min_quantity, max_quantity },
      ...(region_id ? { region_id } : { currency_code }),
    }))

function placesOf(rows: readonly TableRow[], { variant_changes }: Change) {
  const first = rows[0]?.id
  return {
    placeOf(path: string, takenValue: string | undefined): string | undefined {
      const [list, index, column] = path.split('.')
      const changed = list === 'variant_changes' ? variant_changes?.[Number(index)] : undefined
      if (changed) return `rows.${changed.id}.${column?.startsWith('cost') ? 'cost' : column}`
      const taken = list === 'sku' ? variant_changes?.find(({ sku }) => sku === takenValue) : undefined
      if (taken) return `rows.${taken.id}.sku`
      return list === 'title' ? `rows.${first}.product_title` : undefined
    },
  }
}
