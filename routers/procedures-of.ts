import type { AnyRouter } from '@trpc/server'
import type { z } from 'zod'
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
