import type { AnyRouter } from '@trpc/server'
import { expect, test } from 'vitest'
import type { ProcedureMeta } from '#routers/context/meta.ts'
import { adminRouter, storeRouter } from '#routers/index.ts'
import { readSource } from './import-graph.ts'

type Procedures = Record<string, { _def: { meta?: ProcedureMeta } }>

/** The line of `response-bodies.ts` for each procedure with a REST path. */
function linesOf(side: string, router: AnyRouter): string[] {
  return Object.entries(router._def.procedures as Procedures).flatMap(([name, { _def }]) => {
    const rest = _def.meta?.openapi
    if (!rest) return []
    const path = `/${side}${rest.path.replaceAll(/\{\w+\}/g, '*')}`
    const keys = [side, ...name.split('.')].map((key) => `['${key}']`).join('')
    return [`  '${rest.method} ${path}': Outputs${keys}`]
  })
}

test('the types of response bodies name the procedure of each REST path', () => {
  const lines = readSource('test/support/response-bodies.ts').split('\n')
  const found = lines.filter((line) => line.includes(': Outputs['))
  expect(found.toSorted()).toEqual([...linesOf('admin', adminRouter), ...linesOf('store', storeRouter)].toSorted())
})
