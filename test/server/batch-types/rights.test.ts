import { expect, test } from 'vitest'
import { installedBatchTypes } from '#server/batch-types/installed.ts'
import { adminProcedures } from '#server/context.ts'

test.each(Object.entries(installedBatchTypes))('%s does the work of procedures that there are', (_, { kind, does }) => {
  expect(does).not.toEqual([])
  for (const name of does) expect(adminProcedures).toContainEqual({ name, reads: kind === 'export' })
})
