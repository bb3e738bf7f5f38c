import { expect, test } from 'vitest'
import { filesIn, readSource } from './import-graph.ts'

const PLUGINS = [
  'b2b-approval',
  'digital-goods',
  'engraving',
  'flat-tax-service',
  'loyalty',
  'reviews',
  'store-credit',
  'wishlist',
]

const linesOf = (plugin: string): number =>
  filesIn(`plugins/${plugin}`).flatMap((file) => readSource(file).trimEnd().split('\n')).length

test.each(PLUGINS)('the reference plugin %s has at most 260 lines', (plugin) => {
  expect(linesOf(plugin)).toBeGreaterThan(50)
  expect(linesOf(plugin)).toBeLessThanOrEqual(260)
})

test('subscriptions with all their calendar, retries and mails have at most 500 lines', () => {
  expect(linesOf('subscriptions')).toBeLessThanOrEqual(500)
})
