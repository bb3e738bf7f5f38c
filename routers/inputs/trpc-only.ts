import { z } from 'zod'

/* Declares input properties that only tRPC accepts. REST rejects them, and the OpenAPI document omits them. */

const names = new Set<string>()
const schemas = new WeakSet<z.ZodType>()

const UNKNOWN = Symbol('unknown to REST')

export function trpcOnly<Schema extends z.ZodType>(name: string, schema: Schema) {
  names.add(name)
  const guarded = z.preprocess((value: z.input<Schema> | undefined, context) => {
    if (!Object.is(value, UNKNOWN)) return value
    context.addIssue({ code: 'unrecognized_keys', keys: [name], input: {} })
    return undefined
  }, schema.optional())
  const property = guarded.optional()
  schemas.add(property)
  return property
}

export function hideTrpcOnly(query: Record<string, unknown>): Record<string, unknown> {
  const hidden = Object.keys(query).filter((name) => names.has(name))
  return hidden.length === 0 ? query : { ...query, ...Object.fromEntries(hidden.map((name) => [name, UNKNOWN])) }
}

export const isTrpcOnly = (property: z.ZodType | undefined): boolean => property !== undefined && schemas.has(property)
