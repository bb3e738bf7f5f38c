import { expect, test } from 'vitest'
import { adminProceduresOf } from '#routers/context/procedures-of.ts'
import { coreBatchTypes } from '#server/batch-types/core.ts'
import { coreParts } from '#server/shop/core-parts.ts'

const adminProcedures = adminProceduresOf(coreParts.routers)

test.each(Object.entries(coreBatchTypes))('the batch type %s names existing procedures', (_, { kind, procedures }) => {
  expect(procedures).not.toEqual([])
  for (const name of procedures)
    expect(adminProcedures).toContainEqual(expect.objectContaining({ name, reads: kind === 'export' }))
})
