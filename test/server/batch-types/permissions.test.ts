import { expect, test } from 'vitest'
import { installedBatchTypes } from '#server/batch-types/installed.ts'
import { adminProcedures } from '#server/context.ts'

test.each(Object.entries(installedBatchTypes))('the batch type %s names existing procedures', (_, {
  kind,
  procedures,
}) => {
  expect(procedures).not.toEqual([])
  for (const name of procedures) expect(adminProcedures).toContainEqual({ name, reads: kind === 'export' })
})
