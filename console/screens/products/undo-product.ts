import type { RouterInputs } from '#client/index.ts'
import type { Readable } from '#console/components/form/entered.ts'
import type { ProductRow } from './product-row.ts'
import { optionInputs, structureOf } from './product-structure.ts'
import type { ProductValues } from './use-product-form.ts'

type Input = RouterInputs['admin']['products']['update']

/** Whether the input sets the stock of a stored variant. Sales change the stock in the meantime, so an Undo would lose them. */
export const changesStock = ({ variant_changes }: Pick<Input, 'variant_changes'>): boolean =>
  variant_changes?.some(({ inventory_quantity }) => inventory_quantity !== undefined) ?? false

interface SavedProduct {
  /** Before the save. */
  product: ProductRow
  saved: Readable<ProductValues>
  /** After the save. */
  stored: ProductRow
}

/** Adds the options and variants to the input that takes a save back: added ones are deleted, and deleted ones restored. */
export function withStructureUndo(undo: Input, { product, saved, stored }: SavedProduct): Input {
  const { kept, deleted } = structureOf(product, saved)
  const { option_changes = [], deleted_option_ids = [] } = optionInputs(product, saved.options)
  const rechosen = kept.filter(({ hasOtherChoices }) => hasOtherChoices).map(({ variant }) => variant)
  const rows = new Map((undo.variant_changes ?? []).map((change) => [change.id, change]))
  for (const { id, title, options = [] } of rechosen)
    rows.set(id, {
      ...rows.get(id),
      ...{ id, title },
      options: options.map(({ option_id, value }) => ({ option_id, value })),
    })
  return {
    ...undo,
    ...list('variant_changes', [...rows.values()]),
    ...list(
      'option_changes',
      option_changes.flatMap((change) => {
        const before = 'id' in change && product.options?.find(({ id }) => id === change.id)
        return before ? [{ id: before.id, title: before.title }] : []
      }),
    ),
    ...list('deleted_variant_ids', addedIds(product.variants, stored.variants)),
    ...list('deleted_option_ids', addedIds(product.options, stored.options)),
    ...list(
      'restored_variant_ids',
      deleted.map(({ id }) => id),
    ),
    ...list('restored_option_ids', deleted_option_ids),
  }
}

const list = <Name extends string, Row>(name: Name, rows: Row[]) => (rows.length > 0 ? { [name]: rows } : {})

const addedIds = (before: readonly { id: string }[] = [], after: readonly { id: string }[] = []): string[] =>
  after.flatMap(({ id }) => (before.some((one) => one.id === id) ? [] : [id]))
