import type { AnyRouter } from '@trpc/server'
import type { z } from 'zod'
import type { Callable } from '#entities/people/api-key/scopes.ts'
import type { ProcedureMeta } from './meta.ts'

export interface ProcedureDefinition {
  type: 'query' | 'mutation' | 'subscription'
  inputs: z.ZodType[]
  output?: z.ZodType
  meta?: ProcedureMeta
}

/** The definitions of all procedures by their names. tRPC does not type them. */
export const proceduresOf = (router: AnyRouter): [name: string, definition: ProcedureDefinition][] =>
  Object.entries(router._def.procedures as Record<string, { _def: ProcedureDefinition }>).map(([name, { _def }]) => [
    name,
    _def,
  ])

/** The procedures that scopes of API keys name. */
export const adminProceduresOf = ({ admin, routes }: { admin: AnyRouter; routes?: AnyRouter }): Callable[] => {
  const ofRoutes = routes ? proceduresOf(routes).filter(([, { meta }]) => meta?.access === 'admin') : []
  return [...proceduresOf(admin), ...ofRoutes].map(([name, { type }]) => ({ name, reads: type !== 'mutation' }))
}
