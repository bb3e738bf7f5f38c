import { expect, test } from 'vitest'
import { filesIn, readSource } from './import-graph.ts'

const PLUGINS = ['b2b-approval', 'digital-goods', 'engraving', 'flat-tax-service', 'loyalty', 'reviews', 'wishlist']

test.each(PLUGINS)('the reference plugin %s has at most 260 lines', (plugin) => {
  const lines = filesIn(`plugins/${plugin}`).flatMap((file) => readSource(file).trimEnd().split('\n'))
  expect(lines.length).toBeGreaterThan(50)
  expect(lines.length).toBeLessThanOrEqual(260)
})
