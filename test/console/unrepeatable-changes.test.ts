import type { AnyRouter } from '@trpc/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isUnrepeatable, UNREPEATABLE_CHANGES } from '#console/app/unrepeatable-changes.ts'
import type { ProcedureMeta } from '#routers/context/meta.ts'
import { adminRouter } from '#routers/index.ts'

type Procedures = Record<string, { _def: { meta?: ProcedureMeta; output?: z.ZodType } }>

const hasSecret = (output: z.ZodType | undefined): boolean =>
  output instanceof z.ZodObject && Object.hasOwn(output.shape, 'secret')

test('the console knows each change whose response has a secret', () => {
  const procedures = Object.entries((adminRouter as AnyRouter)._def.procedures as Procedures)
  const found = procedures.filter(([, { _def }]) => _def.meta?.noIdempotency && hasSecret(_def.output))
  expect(found.map(([name]) => `admin.${name}`).toSorted()).toEqual(UNREPEATABLE_CHANGES.toSorted())
})

test('the address of a change contains its whole name', () => {
  expect(isUnrepeatable('https://shop.example/trpc/admin.webhooks.create')).toBe(true)
  expect(isUnrepeatable('/trpc/admin.webhooks.create?x=1')).toBe(true)
  expect(isUnrepeatable('/trpc/admin.webhooks.update')).toBe(false)
})
