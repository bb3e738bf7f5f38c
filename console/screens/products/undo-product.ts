import type { RouterInputs } from '#client/index.ts'
import type { Readable } from '#console/components/form/entered.ts'
import type { ProductRow, VariantRow } from './product-row.ts'
import { type NamedChoice, optionInputs, type StructureValues, structureOf } from './product-structure.ts'

type Input = RouterInputs['admin']['products']['update']

/** Whether the input sets the stock of a stored variant. Sales change the stock in the meantime, so an Undo would lose them. */
export const changesStock = ({ variant_changes }: Pick<Input, 'variant_changes'>): boolean =>
  variant_changes?.some(({ inventory_quantity }) => inventory_quantity !== undefined) ?? false

interface SavedProduct {
  /** Before the save. */
  product: ProductRow
  saved: Readable<StructureValues>
  /** After the save. */
  stored: ProductRow
}

/** Adds the options and variants to the input that takes a save back: added ones are deleted, and deleted ones restored. */
export function withStructureUndo(undo: Input, { product, saved, stored }: SavedProduct): Input {
  const { kept, deleted, added } = structureOf(product, saved)
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
    ...list(
      'deleted_variant_ids',
      newRows(product.variants, stored.variants)
        .filter((variant) => added.some(({ choices }) => hasChoices(variant, choices, stored)))
        .map(({ id }) => id),
    ),
    ...list(
      'deleted_option_ids',
      newRows(product.options, stored.options)
        .filter(({ title }) => option_changes.some((change) => !('id' in change) && change.title.trim() === title))
        .map(({ id }) => id),
    ),
    ...list(
      'restored_variant_ids',
      deleted.map(({ id }) => id),
    ),
    ...list('restored_option_ids', deleted_option_ids),
  }
}

const list = <Name extends string, Row>(name: Name, rows: Row[]) => (rows.length > 0 ? { [name]: rows } : {})

/** The rows that were added since `before`, also by other users. */
const newRows = <Row extends { id: string }>(before: readonly Row[] = [], after: readonly Row[] = []): Row[] =>
  after.filter(({ id }) => !before.some((one) => one.id === id))

/** Whether a stored variant has the values that the save gave to a new variant. */
const hasChoices = (variant: VariantRow, choices: readonly NamedChoice[], { options = [] }: ProductRow): boolean =>
  choices.every(({ option_id, option_title, value }) => {
    const id = option_id ?? options.find(({ title }) => title === option_title)?.id
    return variant.options?.some((chosen) => chosen.option_id === id && chosen.value === value)
  })
