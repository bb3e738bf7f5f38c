import type { oas31, ZodOpenApiOverrideContext } from 'zod-openapi'

export function overrideJsonSchema({ jsonSchema, zodSchema }: ZodOpenApiOverrideContext): void {
  if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
  if (jsonSchema.multipleOf === 1) {
    jsonSchema.type = 'integer'
    delete jsonSchema.multipleOf
  }
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
}

const SCHEMAS = '#/components/schemas/'

export function inlineNamelessSchemas(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const schemas = Object.entries(document.components?.schemas ?? {})
  const nameless = new Map(schemas.filter(isNameless))
  const clean = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(clean)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, param, ...rest } = value as Record<string, unknown>
    if (typeof $ref === 'string') {
      const inlined = nameless.get($ref.replace(SCHEMAS, ''))
      return inlined ? clean({ ...inlined, ...rest }) : { $ref, ...rest }
    }
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, clean(inner)]))
  }
  const named = Object.fromEntries(schemas.filter(([name]) => !nameless.has(name)))
  return clean({ ...document, components: { ...document.components, schemas: named } }) as oas31.OpenAPIObject
}

/** A schema that contains itself cannot be inlined. */
const isNameless = ([name, schema]: [string, unknown]) =>
  /^__schema\d+$/.test(name) && !JSON.stringify(schema).includes(`"${SCHEMAS}${name}"`)
