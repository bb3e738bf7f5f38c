import { z } from 'zod'
import { selectionParams } from '#routers/inputs/query.ts'

type Shape = Record<string, z.ZodType>

const shapes = new WeakMap<readonly z.ZodType[], Shape>()

export function inputShapeOf(inputs: readonly z.ZodType[]): Shape {
  const shape: Shape = shapes.get(inputs) ?? Object.assign({}, ...inputs.map(propertiesOf))
  shapes.set(inputs, shape)
  return shape
}

function propertiesOf(input: z.ZodType): Record<string, z.ZodType> {
  const within = unwrapSchema(input)
  if (within instanceof z.ZodCustom) return {}
  if (!(within instanceof z.ZodObject)) throw new TypeError('The input of a procedure must be a z.object or a form')
  return within.shape as Record<string, z.ZodType>
}

/**
 * For GET, the query has all properties of the input. For other methods it has only `expand`, `fields` and similar
 * properties.
 */
export const isInQuery = (name: string, method: string): boolean =>
  method === 'GET' || Object.hasOwn(selectionParams, name)

export function takesQuery(inputs: readonly z.ZodType[], { method, path }: { method: string; path: string }): boolean {
  return Object.keys(inputShapeOf(inputs)).some((name) => isInQuery(name, method) && !path.includes(`{${name}}`))
}

/** Returns the schema without wrappers. Of `z.preprocess`, which accepts other values, it returns the schema after it. */
export function unwrapSchema(schema: z.ZodType): z.ZodType {
  const within = unwrapInput(schema)
  const { out }: Wrapping = within._zod.def
  return out ? unwrapSchema(out) : within
}

/** Returns the schema of the values that callers send: without wrappers, but with `z.preprocess`. */
export function unwrapInput(schema: z.ZodType): z.ZodType {
  const { innerType, in: first }: Wrapping = schema._zod.def
  const wrapped = innerType ?? (first?._zod.def.type === 'transform' ? undefined : first)
  return wrapped ? unwrapInput(wrapped) : schema
}

interface Wrapping extends z.core.$ZodTypeDef {
  innerType?: z.ZodType
  /** The schemas of a pipe. */
  in?: z.ZodType
  out?: z.ZodType
}
