import type { Field } from './field.ts'

export type ValuesOf<Declared> = {
  -readonly [Name in keyof Declared]: Declared[Name] extends Field<infer Value> ? Value : never
}

/**
 * Returns the same row with the types of its plugin fields.
 *
 * @example
 * const product = rowWithFields(row, fields.product)
 * product.rating = 4.5
 * @throws Error if no plugin of the shop has one of the fields.
 */
export function rowWithFields<Row extends object, Declared extends Readonly<Record<string, Field>>>(
  row: Row,
  declared: Declared,
): Row & ValuesOf<Declared> {
  const missing = Object.keys(declared).find((name) => !(name in row))
  if (missing) throw new Error(`The row has no field ${missing}. List the field in definePlugin.`)
  return row as Row & ValuesOf<Declared>
}
