import type { AnyRouter } from '@trpc/server'
import type { z } from 'zod'
import type { ProcedureMeta } from '#routers/meta.ts'
import type { Plugin } from './plugin.ts'

interface Definition {
  type: string
  coerce?: boolean
  shape?: Readonly<Record<string, z.ZodType>>
  innerType?: z.ZodType
  /** The first schema of a pipe. */
  in?: z.ZodType
}

interface Procedure {
  _def: { meta?: ProcedureMeta; inputs: readonly z.ZodType[] }
}

/** The schemas of values that a query contains as text. */
const SCHEMA_FOR_TEXT: Readonly<Record<string, string>> = {
  boolean: 'queryBoolean',
  number: 'queryInt or queryNumber',
  date: 'Timestamp',
}

/** Over REST, such an input would refuse each value, because a query contains only text. */
export const problemsOfQueries = ({ name, admin, store }: Pick<Plugin, 'name' | 'admin' | 'store'>): string[] =>
  [admin, store].flatMap((router) =>
    proceduresOf(router).flatMap(({ _def: { meta, inputs } }) =>
      meta?.openapi?.method === 'GET'
        ? inputs
            .filter(isZodSchema)
            .flatMap(faultsOfInput)
            .map((fault) => `GET ${meta.openapi?.path} of the plugin ${name} ${fault}`)
        : [],
    ),
  )

const proceduresOf = (router: AnyRouter | undefined): Procedure[] =>
  Object.values((router?._def.procedures ?? {}) as Record<string, Procedure>)

/** A parser of another library cannot be examined. */
const isZodSchema = (input: z.ZodType) => '_zod' in input

function faultsOfInput(input: z.ZodType): string[] {
  const { shape = {} } = withoutWrappers(input)
  return Object.entries(shape).flatMap(([property, schema]) => {
    const { type, coerce } = withoutWrappers(schema)
    const replacement = coerce ? undefined : SCHEMA_FOR_TEXT[type]
    return replacement
      ? [`refuses ${property} over REST, because a query contains text instead of a ${type}. Use ${replacement}.`]
      : []
  })
}

function withoutWrappers(schema: z.ZodType): Definition {
  const definition: Definition = schema._zod.def
  const { innerType, in: first } = definition
  // `z.preprocess` can accept text for each type.
  const wrapped = innerType ?? (first?._zod.def.type === 'transform' ? undefined : first)
  return wrapped ? withoutWrappers(wrapped) : definition
}
