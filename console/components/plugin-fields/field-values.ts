import { fieldValue, type PluginField } from './plugin-field.ts'

/** The value of an empty field in a form. A form has JSON as text. */
export function emptyOf({ type }: PluginField): unknown {
  if (type === 'list') return []
  return type === 'text' || type === 'date' || type === 'json' ? '' : null
}

/** The values of a form for the fields of a row. */
export const valuesOf = (fields: readonly PluginField[], row: object): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field.name, formValueOf(field, fieldValue(row, field.name))]))

function formValueOf(field: PluginField, value: unknown): unknown {
  if (value === null || value === undefined) return emptyOf(field)
  if (field.type === 'json') return JSON.stringify(value, null, 2)
  return field.type === 'list' && Array.isArray(value) ? value.map(String) : value
}

/** The input of a procedure. An empty input of a nullable field is null. */
export const inputOf = (fields: readonly PluginField[], values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field.name, inputValueOf(field, values[field.name])]))

export const isEmpty = (value: unknown): boolean =>
  value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0)

export function inputValueOf({ type, element, nullable }: PluginField, value: unknown): unknown {
  if (isEmpty(value) && nullable) return null
  if (type === 'json' && typeof value === 'string') return jsonOf(value)
  const isNumeric = element === 'integer' || element === 'number'
  return type === 'list' && Array.isArray(value) && isNumeric ? value.map(Number) : value
}

/** Returns undefined for a text that is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
