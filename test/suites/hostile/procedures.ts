import type { z } from 'zod'
import { appRouter } from '#routers/index.ts'
import type { Access, ProcedureMeta } from '#routers/meta.ts'

export interface HostileTarget {
  name: string
  type: 'query' | 'mutation' | 'subscription'
  access: Access
  input: z.ZodType | undefined
  output: z.ZodType | undefined
  rest: { method: string; path: string } | undefined
  takesFiles: boolean
}

interface Procedure {
  _def: { type: HostileTarget['type']; inputs: z.ZodType[]; output?: z.ZodType; meta?: ProcedureMeta }
}

export const hostileTargets: readonly HostileTarget[] = Object.entries(
  appRouter._def.procedures as unknown as Record<string, Procedure>,
).map(([name, { _def }]) => {
  const { openapi, access = 'open', accepts } = _def.meta ?? {}
  return {
    name,
    type: _def.type,
    access,
    input: _def.inputs[0],
    output: _def.output,
    rest: openapi && { method: openapi.method as string, path: `/${name.split('.')[0]}${openapi.path}` },
    takesFiles: accepts === 'files',
  }
})
