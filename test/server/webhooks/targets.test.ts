import dns, { type LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, isIP } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPrivateAddress, isPrivateHost } from '#entities/platform/webhook/targets.ts'
import { guardedLookup } from '#server/webhooks/guarded-lookup.ts'
import { postWebhook } from '#server/webhooks/post-webhook.ts'

describe('public and private addresses', () => {
  test.each([
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '2606:4700::1111',
    '2001:200::1',
    '2003::1',
    '3ffe:ffff::1',
    '192.88.98.1',
  ])('the address %s is public', (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  })

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ])('the address %s is private', (address) => {
    expect(isPrivateAddress(address)).toBe(true)
  })

  test.each([
    ['0.0.0.0', '0.255.255.255'],
    ['10.0.0.0', '10.255.255.255'],
    ['100.64.0.0', '100.127.255.255'],
    ['127.0.0.0', '127.255.255.255'],
    ['169.254.0.0', '169.254.255.255'],
    ['172.16.0.0', '172.31.255.255'],
    ['192.0.0.0', '192.0.0.255'],
    ['192.0.2.0', '192.0.2.255'],
    ['192.31.196.0', '192.31.196.255'],
    ['192.52.193.0', '192.52.193.255'],
    ['192.88.99.0', '192.88.99.255'],
    ['192.168.0.0', '192.168.255.255'],
    ['192.175.48.0', '192.175.48.255'],
    ['198.18.0.0', '198.19.255.255'],
    ['198.51.100.0', '198.51.100.255'],
    ['203.0.113.0', '203.0.113.255'],
    ['240.0.0.0', '255.255.255.255'],
    ['::', '::1'],
    ['::10.0.0.1', '::ffff:ffff'],
    ['::ffff:0:0', '::ffff:ffff:ffff'],
    ['::ffff:0:0:0', '::ffff:0:ffff:ffff'],
    ['64:ff9b::', '64:ff9b::ffff:ffff'],
    ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
    ['100::', '100::ffff:ffff:ffff:ffff'],
    ['100:0:0:1::', '100::1:ffff:ffff:ffff:ffff'],
    ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
    ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ])('the range from %s to %s is private', (first, last) => {
    expect([first, last].map(isPrivateAddress)).toEqual([true, true])
    const notations = isIP(first) === 6 ? [`[${first}]`, `[${last}]`] : [first, last]
    expect(notations.map((host) => isPrivateHost(new URL(`http://${host}/`).hostname))).toEqual([true, true])
  })

  test.each(['fe80::1%eth0', '::ffff:8.8.8.8', '', 'shop.example'])('%j is not public', (address) => {
    expect(isPrivateAddress(address)).toBe(true)
  })

  test('other notations of private addresses are private', () => {
    fc.assert(
      fc.property(fc.nat(0xffffff), fc.constantFrom(10, 127), (low, first) => {
        const number = first * 2 ** 24 + low
        for (const notations of [String(number), `0x${number.toString(16)}`, `0${number.toString(8)}`])
          expect(isPrivateHost(new URL(`http://${notations}/`).hostname)).toBe(true)
      }),
    )
  })
})

test.each(['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', '[::1]'])('the host %s is private', (host) => {
  expect(isPrivateHost(new URL(`http://${host}/`).hostname)).toBe(true)
})

describe('calls of private addresses', () => {
  const server = createServer((_, response) => response.end())
  let port: number
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    server.close()
  })
  const message = { headers: {}, body: '{}' }
  const signal = new AbortController().signal

  test('a private address is rejected unless any target is allowed', async () => {
    const url = `http://127.0.0.1:${port}/`
    await expect(postWebhook(url, message, { targets: 'public', signal })).rejects.toThrow(
      'The webhook URL leads to a private address. Use a URL with a public address.',
    )
    expect(await postWebhook(url, message, { targets: 'any', signal })).toBe(200)
  })

  test.each([true, false])('a name that resolves to a private address is rejected (all: %s)', async (all) => {
    const answer = await new Promise((resolve) => guardedLookup('localhost', { all }, (error) => resolve(error)))
    expect(answer).toEqual(new Error('The webhook URL leads to a private address. Use a URL with a public address.'))
  })

  test('a name is checked at every lookup and for every address', async () => {
    const lookups: string[] = []
    const answers = [['127.0.0.1'], ['93.184.216.34', '127.0.0.1']]
    const originalLookup = dns.lookup
    dns.lookup = ((host: string, _: object, callback: (error: null, addresses: LookupAddress[]) => void) => {
      lookups.push(host)
      callback(
        null,
        (answers[lookups.length - 1] ?? []).map((address) => ({ address, family: 4 })),
      )
    }) as typeof dns.lookup
    syncBuiltinESMExports()
    try {
      for (const _ of answers) {
        const posting = postWebhook(`http://rebound.example:${port}/`, message, { targets: 'public', signal })
        await expect(posting).rejects.toThrow(
          'The webhook URL leads to a private address. Use a URL with a public address.',
        )
      }
    } finally {
      dns.lookup = originalLookup
      syncBuiltinESMExports()
    }
    // The connection itself performs the only lookup.
    expect(lookups).toEqual(['rebound.example', 'rebound.example'])
  })
})
