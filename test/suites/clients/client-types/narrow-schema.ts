import { isNull, isRow, resolveSchema, type Schema, type Schemas, withRelations } from './schemas.ts'

/**
 * Returns the schema of answers like `values`: it has the properties that each of the values has. Where no value shows
 * a schema, as in an empty list, it has every relation. `schemas` are the schemas of the document.
 */
export function narrowSchema(schemas: Schemas, schema: Schema, values: readonly unknown[]): Schema {
  const shown = values.filter((value) => value !== null && value !== undefined)
  if (shown.length === 0) return withRelations(schemas, schema)
  const { properties, required = [], items, anyOf, oneOf, ...rest } = resolveSchema(schemas, schema)
  if (oneOf) return withRelations(schemas, schema)
  if (anyOf) {
    const [only, ...others] = anyOf.filter((one) => !isNull(one))
    if (!only || others.length > 0) return withRelations(schemas, schema)
    const narrow = narrowSchema(schemas, only, shown)
    return isRow(schemas, only) ? narrow : { ...rest, anyOf: [narrow, ...anyOf.filter(isNull)] }
  }
  if (items) return { ...rest, items: narrowSchema(schemas, items, shown.flat()) }
  if (!properties) return resolveSchema(schemas, schema)
  const objects = shown as Readonly<Record<string, unknown>>[]
  const isAlwaysShown = (name: string) => required.includes(name) || objects.every((one) => Object.hasOwn(one, name))
  const shownProperties = Object.entries(properties).filter(([name]) => isAlwaysShown(name))
  const narrowed = shownProperties.map(([name, property]) => [
    name,
    narrowSchema(
      schemas,
      property,
      objects.map((one) => one[name]),
    ),
  ])
  const narrowedProperties: Readonly<Record<string, Schema>> = Object.fromEntries(narrowed)
  return { ...rest, properties: narrowedProperties, required: Object.keys(narrowedProperties) }
}
