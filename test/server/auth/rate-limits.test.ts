import { expect, test } from 'vitest'
import { networkOf } from '#server/auth/network-of.ts'
import { createRateLimits } from '#server/auth/rate-limits.ts'
import { defaultRateLimits } from '#server/settings/rate-limits.ts'
import { openClone } from '#test/support/cloned-orm.ts'

const settings = { ...defaultRateLimits, orderLookUps: 3, logins: 2, loginsOfAddress: 3, newPasswordsOfAddress: 2 }

test('servers share the count of order lookups per address', async () => {
  await using shop = await openClone()
  const [one, two] = [createRateLimits(shop.orm, settings), createRateLimits(shop.orm, settings)]
  const counted = await Promise.all([one, two, one].map((server) => server.countOrderLookup('203.0.113.1')))
  expect(counted).toEqual([0, 0, 0])
  for (const server of [one, two, one]) expect(await server.countOrderLookup('203.0.113.1')).toBeGreaterThan(0)
  expect(await two.countOrderLookup('203.0.113.2')).toBe(0)
})

test('failed logins are counted per email and per address, and successful ones are not', async () => {
  await using shop = await openClone()
  const limits = createRateLimits(shop.orm, settings)
  const wait = (ip: string, email: string) => limits.countLogin({ ip, email })
  const ip = '203.0.113.1'
  for (let times = 0; times < 5; times++) {
    expect(await wait(ip, 'right@example.com')).toBe(0)
    await limits.resetLoginCount({ ip, email: 'right@example.com' })
  }
  for (const email of ['a@example.com', 'a@example.com', 'b@example.com']) expect(await wait(ip, email)).toBe(0)
  expect(await wait(ip, 'c@example.com')).toBeGreaterThan(0)
  expect(await wait('203.0.113.2', 'a@example.com')).toBe(0)
  // All addresses of an IPv6 /64 network count as one.
  expect(await wait('2001:db8::1', 'a@example.com')).toBe(0)
  expect(await wait('2001:db8::2', 'a@example.com')).toBe(0)
  expect(await wait('2001:db8:0:0:ffff::3', 'a@example.com')).toBeGreaterThan(0)
  expect(await wait('2001:db8:0:1::1', 'a@example.com')).toBe(0)
})

test('an address above its limit stores no counter for further emails', async () => {
  await using shop = await openClone()
  const limits = createRateLimits(shop.orm, { ...settings, mailsOfAddress: 2 })
  const counters = async () =>
    (await shop.orm.em.execute("select key from rate_limit where key ~ '^(login|mail-to):'")).length
  const client = { network: '203.0.113.1', isOwnServer: false }
  for (let i = 0; i < 9; i++) await limits.countLogin({ ip: client.network, email: `${i}@example.com` })
  for (let i = 0; i < 9; i++) await limits.countMail({ client, recipient: `${i}@example.com` })
  expect(await counters()).toBe(settings.loginsOfAddress + 2)
})

test('servers share the count of new passwords per address', async () => {
  await using shop = await openClone()
  const [one, two] = [createRateLimits(shop.orm, settings), createRateLimits(shop.orm, settings)]
  for (const server of [one, two]) expect(await server.countNewPassword('203.0.113.1')).toBe(0)
  for (const server of [one, two]) expect(await server.countNewPassword('203.0.113.1')).toBeGreaterThan(0)
  expect(await two.countNewPassword('203.0.113.2')).toBe(0)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:DB8:0:0a::1', '2001:db8:0:a::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3:4:203.0.113.7', '2001:db8:1:2::/64'],
  ['::', '0:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('the address %s counts as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
