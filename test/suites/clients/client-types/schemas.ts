/** A JSON schema of an OpenAPI document. */
export interface Schema {
  $ref?: string
  type?: string | readonly string[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  additionalProperties?: unknown
}

export type Schemas = Readonly<Record<string, Schema>>

const REFERENCE = '#/components/schemas/'

/** A type that is assignable to all others. */
export const ABSENT_NAME = 'SetAside'
export const ABSENT: Schema = { $ref: `${REFERENCE}${ABSENT_NAME}` }

export const ANY: Schema = {}

export const isNull = ({ type }: Schema): boolean => type === 'null'

/** Returns the schema at the end of a chain of references. */
export function resolveSchema(schemas: Schemas, schema: Schema): Schema {
  const target = schema.$ref && schemas[schema.$ref.replace(REFERENCE, '')]
  return target ? resolveSchema(schemas, target) : schema
}

/** Whether rows of a table have this schema. */
export const isRow = (schemas: Schemas, schema: Schema): boolean =>
  resolveSchema(schemas, schema).properties !== undefined

/** The schema of a named row with all relations has this prefix. */
export const SHOWN = 'Shown'

/** Declares that answers contain every relation. A relation to one row is not null. */
export function withRelations(schemas: Schemas, schema: Schema): Schema {
  const { $ref, properties, items, anyOf, oneOf } = schema
  if ($ref === ABSENT.$ref) return schema
  if ($ref) return { $ref: $ref.replace(REFERENCE, REFERENCE + SHOWN) }
  const expand = (one: Schema) => withRelations(schemas, one)
  if (anyOf) {
    const rows = anyOf.filter((one) => isRow(schemas, one))
    return rows.length === 1 && anyOf.every((one) => isNull(one) || rows.includes(one))
      ? expand(rows[0] as Schema)
      : { ...schema, anyOf: anyOf.map(expand) }
  }
  if (oneOf) return { ...schema, oneOf: oneOf.map(expand) }
  if (items) return { ...schema, items: expand(items) }
  if (!properties) return schema
  const expanded = Object.entries(properties).map(([name, one]) => [name, expand(one)])
  return { ...schema, properties: Object.fromEntries(expanded), required: Object.keys(properties) }
}
