import { expect, test } from 'vitest'
import {
  findVisibleChannels,
  refuseForeignChannels,
  requireSalesChannel,
  type ScopedChannel,
} from '#entities/market/publishable-api-key/key-scope.ts'

const channel = (id: string, is_deleted = false): ScopedChannel => ({ id, name: id, is_disabled: false, is_deleted })
const [a, b, gone, lost] = [channel('a'), channel('b'), channel('gone', true), channel('lost', true)]

test.each([
  ['nothing limits it, and it asks for nothing', undefined, undefined, undefined],
  ['nothing limits it', undefined, ['x', 'y'], ['x', 'y']],
  ['it asks for nothing', [a, b], undefined, ['a', 'b']],
  ['it asks for an empty text', [a, b], '', ['a', 'b']],
  ['it asks for an empty list', [a, b], [], ['a', 'b']],
  ['it asks for one', [a, b], 'b', ['b']],
  ['a channel was deleted', [a, gone], undefined, ['a']],
  ['all channels were deleted', [gone, lost], undefined, []],
])('a storefront looks in the right channels where %s', (_, scope, asked, shown) => {
  expect(findVisibleChannels(scope, asked)).toEqual(shown)
})

test.each([[['x']], [['a', 'x']]])('%j are not all channels of the key', (ids) => {
  const refused = expect.objectContaining({
    kind: 'invalid_data',
    errors: [expect.stringContaining(`: ${ids} is not`)],
  })
  expect(() => refuseForeignChannels([a, b], ids)).toThrow(refused)
  expect(() => findVisibleChannels([a, b], ids)).toThrow(refused)
})

test.each([
  [[a], a],
  [[gone, b], b],
  [[gone], gone],
])('a cart is sold in the one channel that is left of %j', (scope, sold) => {
  expect(requireSalesChannel(scope)).toBe(sold)
})

test.each([[[a, b]], [[a, b, gone]], [[gone, lost]]])('of %j none is the one to sell a cart in', (scope) => {
  expect(() => requireSalesChannel(scope)).toThrow('has multiple associated sales channels')
})
