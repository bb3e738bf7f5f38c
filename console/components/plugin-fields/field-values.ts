import { fieldValue, type PluginField } from './plugin-field.ts'

export const emptyOf = ({ type }: PluginField): unknown => (type === 'text' ? '' : null)

/** The values of a form for the fields of a row. */
export const valuesOf = (fields: readonly PluginField[], row: object): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field.name, fieldValue(row, field.name) ?? emptyOf(field)]))

/** The input of a procedure. An empty input of a nullable field is null. */
export const inputOf = (fields: readonly PluginField[], values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ name, nullable }) => [name, values[name] === '' && nullable ? null : values[name]]))
