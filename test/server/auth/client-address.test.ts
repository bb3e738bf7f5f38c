import { expect, test } from 'vitest'
import { clientAddressOf } from '#server/auth/client-address.ts'
import { defaultRateLimits } from '#server/settings/rate-limits.ts'
import { openTestShop } from '#test/support/shop.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:51234', '2001:db8::1'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['unknown', ''],
  ['203.0.113', ''],
  ['[203', ''],
  ['x'.repeat(5000), ''],
  [undefined, ''],
])('the client of the proxy entry %j has the address %j', (ip, address) => {
  expect(clientAddressOf({ ip })).toBe(address)
})

test('ports and texts that are no address do not pass the limits of an address', async () => {
  const limits = { ...defaultRateLimits, orderLookUps: 3 }
  await using shop = await openTestShop({ config: { trustProxy: 1, limits } })
  const lookUp = async (forwarded: string) =>
    (await shop.as({ 'x-forwarded-for': forwarded }).get('/store/orders?display_id=1&email=a@example.com')).status
  const statusesOf = async (...entries: string[]) => {
    const statuses = []
    for (const entry of entries) statuses.push(await lookUp(entry))
    return statuses
  }
  const refusedLast = [404, 404, 404, 429]
  expect(await statusesOf('198.51.100.1:1', '198.51.100.1:2', '198.51.100.1', '198.51.100.1:3')).toEqual(refusedLast)
  expect(await statusesOf('[2001:db8::1]:1', '2001:db8::2', '[2001:db8::3]', '[2001:db8::4]:4')).toEqual(refusedLast)
  expect(await statusesOf('a', 'b', 'c'.repeat(4000), 'unknown')).toEqual(refusedLast)
})
