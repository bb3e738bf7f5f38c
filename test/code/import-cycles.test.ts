import { expect, test } from 'vitest'
import { importCycles } from './import-graph.ts'

test('no files import each other in a cycle, at once or later, except entities and resources', () => {
  expect(importCycles()).toEqual([])
})
