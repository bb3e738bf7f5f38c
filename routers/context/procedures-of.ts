import type { AnyRouter } from '@trpc/server'
import type { z } from 'zod'
import type { Callable } from '#entities/people/role/scopes.ts'
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

/** A procedure that scopes name. */
export interface AdminProcedure extends Callable {
  /** In English. Empty for procedures without a REST route. */
  summary: string
  /** Whether it needs no login. */
  isOpen: boolean
}

export const adminProceduresOf = ({ admin, routes }: { admin: AnyRouter; routes?: AnyRouter }): AdminProcedure[] => {
  const ofRoutes = routes ? proceduresOf(routes).filter(([, { meta }]) => meta?.access === 'admin') : []
  return [...proceduresOf(admin), ...ofRoutes].map(([name, { type, meta }]) => ({
    ...{ name, reads: type !== 'mutation' },
    summary: meta?.openapi?.summary ?? '',
    isOpen: meta?.access !== 'admin',
  }))
}
