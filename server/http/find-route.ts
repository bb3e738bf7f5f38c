import type { AnyProcedure, AnyRouter } from '@trpc/server'
import type { Request } from 'express'
import { createProcedureCache, normalizePath } from 'trpc-openapi'
import type { z } from 'zod'
import { memoizeFor } from '#entities/values/memoize.ts'
import type { ProcedureDefinition } from './run-procedure.ts'

/*
 * trpc-openapi only maps paths to procedures. Its HTTP handler loses empty parameters, the query of a POST and the
 * body of a DELETE, and it coerces values that the schemas parse.
 */

type Procedure = AnyProcedure & { _def: ProcedureDefinition & { inputs: readonly z.ZodType[] } }
type Procedures = Record<string, Procedure>

export interface Route {
  procedure: Procedure
  path: string
  parameters: Record<string, string>
}

/** Returns a function that finds the procedure of a request. */
export const createRouteFinder = memoizeFor((router: AnyRouter): ((req: Request) => Route | undefined) => {
  const find = createPathFinder(router)
  return (req) => {
    const method = req.method === 'HEAD' ? 'GET' : req.method
    const path = pathOf(req)
    return find(method, path) ?? find(method, currentPathOf(method, path))
  }
})

type Method = Parameters<ReturnType<typeof createProcedureCache>>[0]

/** trpc-openapi compares a path with all known paths in turn. One cache for each first segment keeps the list short. */
function createPathFinder(router: AnyRouter): (method: string, path: string) => Route | undefined {
  const procedures = router._def.procedures as Procedures
  const served = Object.entries(procedures).filter(([, { _def }]) => _def.meta?.openapi)
  const byWord = Map.groupBy(served, ([, { _def }]) => firstWord(_def.meta?.openapi?.path))
  const finders = new Map(
    Array.from(byWord, ([word, some]) => {
      const part = { ...router, _def: { ...router._def, procedures: Object.fromEntries(some) } }
      return [word, createProcedureCache(part)]
    }),
  )
  return (method, path) => {
    const { procedure: known, pathInput: parameters = {} } =
      finders.get(firstWord(path))?.(method as Method, path) ?? {}
    const procedure = known && procedures[known.path]
    return procedure && { procedure, path: known.path, parameters }
  }
}

/** Paths of Medusa v1 clients that its server documents under another path. */
const LEGACY_PATHS: readonly [path: RegExp, current: string][] = [
  [/^POST (.*)\/complete-cart$/i, '$1/complete'],
  // `admin.store.addCurrency` of medusa-js
  [/^POST \/store\/([a-z]{3})$/i, '/store/currencies/$1'],
]

function currentPathOf(method: string, path: string): string {
  const request = `${method} ${path}`
  const [legacy, current] = LEGACY_PATHS.find(([pattern]) => pattern.test(request)) ?? []
  return legacy && current ? request.replace(legacy, current) : path
}

function pathOf({ url }: Request): string {
  const path = url.split('?', 1)[0]!
  return normalizePath(UNENCODED_PATH.test(path) ? path : new URL(`http://localhost${url}`).pathname)
}

const UNENCODED_PATH = /^[\w/-]*$/

const firstWord = (path = ''): string => path.split('/', 2)[1]?.toLowerCase() ?? ''
