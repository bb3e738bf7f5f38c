import { expect, test } from 'vitest'
import {
  assertChannelsInScope,
  findVisibleChannels,
  requireSalesChannel,
  type ScopedChannel,
} from '#entities/market/publishable-api-key/key-scope.ts'

const channel = (id: string, is_deleted = false): ScopedChannel => ({ id, name: id, is_disabled: false, is_deleted })
const [a, b, deletedChannel, otherDeletedChannel] = [
  channel('a'),
  channel('b'),
  channel('gone', true),
  channel('lost', true),
]

test.each([
  ['there is no key and no filter', undefined, undefined, undefined],
  ['there is no key', undefined, ['x', 'y'], ['x', 'y']],
  ['there is no filter', [a, b], undefined, ['a', 'b']],
  ['the filter is an empty text', [a, b], '', ['a', 'b']],
  ['the filter is an empty list', [a, b], [], ['a', 'b']],
  ['the filter names one channel', [a, b], 'b', ['b']],
  ['a channel is deleted', [a, deletedChannel], undefined, ['a']],
  ['all channels are deleted', [deletedChannel, otherDeletedChannel], undefined, []],
])('the visible channels are correct if %s', (_, scope, filter, visible) => {
  expect(findVisibleChannels(scope, filter)).toEqual(visible)
})

test.each([[['x']], [['a', 'x']]])('the filter %j is rejected', (ids) => {
  const refused = expect.objectContaining({
    kind: 'invalid_data',
    errors: [expect.stringContaining(`: ${ids} is not`)],
  })
  expect(() => assertChannelsInScope([a, b], ids)).toThrow(refused)
  expect(() => findVisibleChannels([a, b], ids)).toThrow(refused)
})

test.each([
  [[a], a],
  [[deletedChannel, b], b],
  [[deletedChannel], deletedChannel],
])('a cart belongs to the only active channel of %j', (scope, expected) => {
  expect(requireSalesChannel(scope)).toBe(expected)
})

test.each([
  [[a, b]],
  [[a, b, deletedChannel]],
  [[deletedChannel, otherDeletedChannel]],
])('a cart cannot choose a channel of %j', (scope) => {
  expect(() => requireSalesChannel(scope)).toThrow('has multiple associated sales channels')
})
