import type { AnyRouter } from '@trpc/server'
import express, { type Router } from 'express'
import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { memoizeFor } from '#entities/values/memoize.ts'
import { inputShapeOf } from '../base/input-shape.ts'

/**
 * Serves the input of each procedure as JSON Schema, at `/admin.customers.update.json`. The forms of the console
 * validate with it. It contains the fields of the plugins of this shop.
 */
export function consoleInputs(appRouter: AnyRouter): Router {
  const procedures = appRouter._def.procedures as Record<string, { _def: { inputs: z.ZodType[] } } | undefined>
  const documents = documentsOf(appRouter)
  return express.Router().get('/:procedure.json', (req, res) => {
    const name = req.params.procedure
    const inputs = Object.hasOwn(procedures, name) ? procedures[name]?._def.inputs : undefined
    if (!inputs) throw new NotFound(`The procedure ${name} does not exist`)
    const document = documents.get(name) ?? jsonSchemaOf(inputs)
    documents.set(name, document)
    res.set('Cache-Control', 'no-cache').json(document)
  })
}

const documentsOf = memoizeFor((_router: AnyRouter) => new Map<string, object>())

/** The server checks refinements, which JSON Schema cannot express. */
function jsonSchemaOf(inputs: readonly z.ZodType[]): object {
  return z.toJSONSchema(z.strictObject(inputShapeOf(inputs)), {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema, zodSchema }) => {
      if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
      if (jsonSchema.format === 'email') replaceEmailPattern(jsonSchema)
    },
  })
}

/** The console cannot use the pattern of the server, which needs the flag `u`, or the pattern of zod, which rejects umlauts. */
function replaceEmailPattern(jsonSchema: z.core.JSONSchema.BaseSchema): void {
  delete jsonSchema.format
  jsonSchema.pattern = '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$'
}
