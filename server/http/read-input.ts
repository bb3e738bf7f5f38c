import type { Request } from 'express'
import qs from 'qs'
import type { z } from 'zod'
import { InvalidData } from '#entities/errors.ts'
import type { ProcedureMeta } from '#routers/context/meta.ts'
import { localeError } from '#routers/pipeline/choose-language.ts'
import { inputShapeOf, isInQuery, takesQuery } from '../base/input-shape.ts'
import type { RequestBounds } from '../settings/bounds.ts'

type Input = Record<string, unknown>

interface InputDefinition {
  inputs: readonly z.ZodType[]
  meta?: ProcedureMeta | undefined
  /** Whether each request can name its language in the query, as `locale`. */
  hasLanguages?: boolean | undefined
}

/**
 * Merges query and body. A property is valid only in the part that the OpenAPI document names. Otherwise a link or form
 * of another site could change data, and logs could contain passwords.
 */
export function readInput(req: Request, { inputs, meta, hasLanguages }: InputDefinition, bounds: RequestBounds): Input {
  const query = keepKnownParameters(parseQuery(req.url, bounds), { inputs, meta })
  // The request context reads the language.
  if (hasLanguages) {
    if (typeof (query.locale ?? '') !== 'string') throw localeError()
    delete query.locale
  }
  const { method = 'GET' } = meta?.openapi ?? {}
  if (method === 'GET') return query
  const body = meta?.ignoresUnknownBody ? declaredInBody(req, { inputs, meta }) : jsonObjectBody(req)
  const inQuery = Object.keys(query)
  const shape = inQuery.length > 0 ? inputShapeOf(inputs) : {}
  const misplaced = [
    ...inQuery.filter((name) => Object.hasOwn(shape, name) && !isInQuery(name, method)),
    ...Object.keys(body).filter((name) => isInQuery(name, method) || name in query),
  ]
  if (misplaced.length === 0) return { ...query, ...body }
  throw new InvalidData([...new Set(misplaced)].map((name) => `property ${name} should not exist`).join(', '))
}

function keepKnownParameters(query: Input, { inputs, meta }: InputDefinition): Input {
  const names = Object.keys(query)
  if (names.length === 0 || !meta?.openapi || takesQuery(inputs, meta.openapi)) return query
  const shape = inputShapeOf(inputs)
  return Object.fromEntries(names.filter((name) => Object.hasOwn(shape, name)).map((name) => [name, query[name]]))
}

function declaredInBody({ body }: Request, { inputs, meta }: InputDefinition): Input {
  const { method = 'POST', path = '' } = meta?.openapi ?? {}
  if (typeof body !== 'object' || body === null) return {}
  const names = Object.keys(inputShapeOf(inputs)).filter(
    (name) => Object.hasOwn(body, name) && !isInQuery(name, method) && !path.includes(`{${name}}`),
  )
  return Object.fromEntries(names.map((name) => [name, body[name]]))
}

function jsonObjectBody({ body = {} }: Request): Input {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  throw new InvalidData('The body must be a JSON object')
}

/** @throws InvalidData if the query has too many or too deeply nested parameters. */
export function parseQuery(url: string, { entries }: RequestBounds): Input {
  const query = url.replace(/^[^?]*\??/, '')
  if (query === '') return {}
  const options = { arrayLimit: entries, parameterLimit: entries, depth: 5, strictDepth: true, plainObjects: true }
  try {
    if (query.split('&', entries + 1).length <= entries) return qs.parse(query, options)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw new InvalidData('The query has too many parameters, or its parameters are nested too deeply')
}
