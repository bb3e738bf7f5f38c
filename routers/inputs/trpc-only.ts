import { z } from 'zod'

/*
 * Properties of an input that only tRPC takes. Over REST, whose wire format has none of them, they are refused in the
 * words for any property that is not known, and no document names them.
 */

const names = new Set<string>()
const schemas = new WeakSet<z.ZodType>()

/** Stands for the value of such a property that came over REST. */
const UNKNOWN = Symbol('unknown to REST')

export function trpcOnly<Schema extends z.ZodType>(name: string, schema: Schema): z.ZodOptional<Schema> {
  names.add(name)
  const known = z.preprocess((value, context) => {
    if (value !== UNKNOWN) return value
    context.issues.push({ code: 'unrecognized_keys', keys: [name], input: {} } as never)
    return undefined
  }, schema.optional())
  const property = known.optional()
  schemas.add(property)
  return property as unknown as z.ZodOptional<Schema>
}

/** The query of a request over REST, in which these properties are those that nobody knows. */
export function hideTrpcOnly(query: Record<string, unknown>): Record<string, unknown> {
  const found = Object.keys(query).filter((name) => names.has(name))
  return found.length === 0 ? query : { ...query, ...Object.fromEntries(found.map((name) => [name, UNKNOWN])) }
}

export const isTrpcOnly = (property: z.ZodType | undefined): boolean => property !== undefined && schemas.has(property)
