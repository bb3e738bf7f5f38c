import { z } from 'zod'
import { isOneOrMany } from '#routers/inputs/query.ts'
import { isTrpcOnly } from '#routers/inputs/trpc-only.ts'
import { inputShapeOf, isInQuery, unwrapSchema } from '../base/input-shape.ts'

interface RequestParts {
  parameters: z.ZodType[]
  body: z.ZodType | undefined
}

export function requestPartsOf(
  inputs: readonly z.ZodType[],
  { method, path }: { method: string; path: string },
): RequestParts {
  const shape = inputShapeOf(inputs)
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name as string)
  const rest = Object.keys(shape).filter((name) => !inPath.includes(name) && !isTrpcOnly(shape[name]))
  const inQuery = rest.filter((name) => isInQuery(name, method))
  const inBody = rest.filter((name) => !inQuery.includes(name))
  return {
    parameters: [
      ...inPath.map((name) => (shape[name] ?? z.string()).meta({ param: { in: 'path', name } })),
      ...inQuery.map((name) => queryParameter(name, shape[name] as z.ZodType)),
    ],
    body: inBody.length > 0 ? z.strictObject(Object.fromEntries(inBody.map((name) => [name, shape[name]]))) : undefined,
  }
}

/** Objects are `name[key]=…` and lists are `name[]=…`. A list that also accepts one value has no brackets. */
function queryParameter(name: string, schema: z.ZodType): z.ZodType {
  const within = unwrapSchema(schema)
  // Without this example, API explorers fill date filters with the current time, and the first request finds nothing.
  if (within instanceof z.ZodObject)
    return schema.meta({ param: { in: 'query', name, style: 'deepObject', explode: true, example: {} } })
  const alternatives =
    within instanceof z.ZodUnion ? within.options.map((one) => unwrapSchema(one as z.ZodType)) : [within]
  if (alternatives.some((one) => one instanceof z.ZodObject))
    return schema.meta({ param: { in: 'query', name, style: 'deepObject', explode: true } })
  if (within instanceof z.ZodArray && isOneOrMany(schema))
    return z
      .union([within.element as z.ZodType, within])
      .optional()
      .meta({ param: { in: 'query', name } })
  if (within instanceof z.ZodArray)
    return schema.meta({ param: { in: 'query', name: `${name}[]`, style: 'form', explode: true } })
  return schema.meta({ param: { in: 'query', name } })
}
