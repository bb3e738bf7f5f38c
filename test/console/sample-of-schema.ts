/** A part of a JSON Schema. */
interface Schema {
  type?: string | readonly string[]
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  items?: Schema
  format?: string
  pattern?: string
  minimum?: number
  exclusiveMinimum?: number
}

/** A well-formed value of the schema. Its texts name rows that do not exist. */
export function sampleOf(schema: Schema): unknown {
  const { const: only, enum: values, anyOf, oneOf, allOf, properties, items } = schema
  if (only !== undefined) return only
  if (values) return values[0]
  const [choice] = anyOf ?? oneOf ?? allOf ?? []
  if (choice) return sampleOf(choice)
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, sampleOf(part)]))
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return textOf(schema)
    case 'number':
    case 'integer':
      return Math.max(1, schema.minimum ?? 0, (schema.exclusiveMinimum ?? 0) + 1)
    case 'boolean':
      return true
    case 'array':
      return items ? [sampleOf(items)] : []
    case 'object':
      return {}
    default:
      return null
  }
}

function textOf({ format, pattern }: Schema): string {
  if (format === 'date-time') return '2030-01-31T12:00:00.000Z'
  if (format === 'date') return '2030-01-31'
  if (format === 'uri') return 'https://example.com/unknown'
  return format === 'email' || pattern?.includes('@') ? 'unknown@example.com' : 'unknown'
}
