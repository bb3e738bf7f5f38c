import type { z } from 'zod'
import { appRouter } from '#routers/index.ts'
import type { Access } from '#routers/meta.ts'
import { proceduresOf } from '../../support/procedures.ts'

export interface HostileTarget {
  name: string
  type: 'query' | 'mutation' | 'subscription'
  access: Access
  input: z.ZodType | undefined
  output: z.ZodType | undefined
  rest: { method: string; path: string } | undefined
  takesFiles: boolean
}

export const hostileTargets: readonly HostileTarget[] = proceduresOf(appRouter).map(([name, definition]) => {
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
