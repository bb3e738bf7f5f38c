import type { AnyRouter } from '@trpc/server'
import type { z } from 'zod'
import type { Access } from '#routers/context/meta.ts'
import { proceduresOf } from '#routers/context/procedures-of.ts'

/** A procedure that receives generated requests. */
export interface Target {
  /** Such as `store.carts.create`. */
  name: string
  type: 'query' | 'mutation' | 'subscription'
  access: Access
  input: z.ZodType | undefined
  output: z.ZodType | undefined
  rest: { method: string; path: string } | undefined
  takesFiles: boolean
}

/** `app` has the routers `admin` and `store`. */
export const targetsOf = (app: AnyRouter): Target[] =>
  proceduresOf(app).map(([name, definition]) => {
    const { openapi, access = 'open', accepts } = definition.meta ?? {}
    return {
      name,
      type: definition.type,
      access,
      input: definition.inputs[0],
      output: definition.output,
      rest: openapi && { method: openapi.method as string, path: `/${name.split('.')[0]}${openapi.path}` },
      takesFiles: accepts === 'files',
    }
  })
