import { z } from 'zod'
import { proceduresOf } from '#routers/context/procedures-of.ts'
import { unwrapInput } from '#server/base/input-shape.ts'
import type { Plugin } from '../plugin/plugin.ts'

/** The schemas of values that a query contains as text. */
const SCHEMA_FOR_TEXT: Readonly<Record<string, string>> = {
  boolean: 'queryBoolean',
  number: 'queryInt or queryNumber',
  date: 'Timestamp',
}

/** Over REST, such an input would refuse each value, because a query contains only text. */
export const problemsOfQueries = ({ name, admin, store }: Pick<Plugin, 'name' | 'admin' | 'store'>): string[] =>
  [admin, store]
    .flatMap((router) => (router ? proceduresOf(router) : []))
    .flatMap(([, { meta, inputs }]) =>
      meta?.openapi?.method === 'GET'
        ? inputs
            .filter(isZodSchema)
            .flatMap(faultsOfInput)
            .map((fault) => `GET ${meta.openapi?.path} of the plugin ${name} ${fault}`)
        : [],
    )

/** A parser of another library cannot be examined. */
const isZodSchema = (input: z.ZodType) => '_zod' in input

function faultsOfInput(input: z.ZodType): string[] {
  const within = unwrapInput(input)
  const shape: Record<string, z.ZodType> = within instanceof z.ZodObject ? within.shape : {}
  return Object.entries(shape).flatMap(([property, schema]) => {
    const { type, coerce }: { type: string; coerce?: boolean } = unwrapInput(schema)._zod.def
    const replacement = coerce ? undefined : SCHEMA_FOR_TEXT[type]
    return replacement
      ? [`refuses ${property} over REST, because a query contains text instead of a ${type}. Use ${replacement}.`]
      : []
  })
}
