import { z } from 'zod'
import { isOnlyTrpc } from '#routers/schemas/only-trpc.ts'
import { isInQuery, shapeOf, unwrap } from './input-shape.ts'

/** Where a request carries which part of an input. */
interface Parts {
  parameters: z.ZodType[]
  body: z.ZodType | undefined
}

/** Takes an input apart: what stands in the path, what in the query, and what in the body of the request. */
export function partsOf(inputs: readonly z.ZodType[], { method, path }: { method: string; path: string }): Parts {
  const shape = shapeOf(inputs)
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name as string)
  const rest = Object.keys(shape).filter((name) => !inPath.includes(name) && !isOnlyTrpc(shape[name]))
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

/** Objects as `name[key]=…`, lists as `name[]=…`; where one value does as well as a list, the name is simply repeated. */
function queryParameter(name: string, schema: z.ZodType): z.ZodType {
  const within = unwrap(schema)
  const alternatives = within instanceof z.ZodUnion ? within.options.map((one) => unwrap(one as z.ZodType)) : [within]
  if (alternatives.some((one) => one instanceof z.ZodObject))
    return schema.meta({ param: { in: 'query', name, style: 'deepObject', explode: true } })
  if (within instanceof z.ZodArray)
    return schema.meta({ param: { in: 'query', name: `${name}[]`, style: 'form', explode: true } })
  return schema.meta({ param: { in: 'query', name } })
}
