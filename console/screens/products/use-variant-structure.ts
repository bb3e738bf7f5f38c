import { useEffect, useRef } from 'react'
import type { GridForm } from '#console/components/grid/grid-form.ts'
import type { PluginField } from '#console/components/plugin-fields/plugin-field.ts'
import type { ProductRow } from './product-row.ts'
import { isTooLarge, type Structure, type StructureValues, structureOf } from './product-structure.ts'
import { rowsFor, type UsualValues, type VariantValues } from './variant-rows.ts'

type Fields = Omit<GridForm, 'getValues'> & { getValues(): VariantValues }

/** The form of a stored or a new product, as the editors of its options and variants use it. */
export interface VariantForm {
  fields: Fields
  structure: Structure
  variantFields: readonly PluginField[]
  usual?: UsualValues
  changeStructure(changes: Partial<StructureValues>): void
}

/** The variants that follow from the options of a form. */
export function useVariantStructure(product: Pick<ProductRow, 'variants'>, fields: Fields) {
  const latest = useRef(product)
  useEffect(() => {
    latest.current = product
  })
  return {
    structure: structureOf(product, fields.getValues()),
    /** Changes the options or the variants, and adds rows for the new variants. */
    changeStructure(changes: Partial<StructureValues>) {
      const now = fields.getValues()
      const next = { ...now, ...changes }
      // A new variant also keeps its row when an option is deleted.
      const earlier = structureOf(latest.current, now).added.flatMap((one) => {
        const row = now.rows[one.id]
        return row ? one.earlier.map((id) => [id, row] as const) : []
      })
      const { added } = structureOf(latest.current, next)
      const rows = rowsFor(latest.current, { rows: { ...Object.fromEntries(earlier), ...now.rows }, added })
      // The next change can bring back the new variants, with the texts that the user has typed.
      const isUnfinished = isTooLarge(next.options) || next.options.some(({ values }) => values.length === 0)
      fields.setValues({ ...changes, rows: isUnfinished ? { ...now.rows, ...rows } : rows })
    },
  }
}
