import dns, { type LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPrivateAddress, isPrivateHost } from '#entities/webhook/targets.ts'
import { guardedLookup } from '#server/webhooks/guarded-lookup.ts'
import { post } from '#server/webhooks/post.ts'

describe('an address of the public internet', () => {
  test.each([
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '2606:4700::1111',
  ])('%s is none of ours', (address) => {
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
  ])('%s is not one', (address) => {
    expect(isPrivateAddress(address)).toBe(true)
  })

  test('and no form of writing one of ours makes it one', () => {
    fc.assert(
      fc.property(fc.nat(0xffffff), fc.constantFrom(10, 127), (low, first) => {
        const number = first * 2 ** 24 + low
        for (const written of [String(number), `0x${number.toString(16)}`, `0${number.toString(8)}`])
          expect(isPrivateHost(new URL(`http://${written}/`).hostname)).toBe(true)
      }),
    )
  })
})

test.each(['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', '[::1]'])('the host %s is ours', (host) => {
  expect(isPrivateHost(new URL(`http://${host}/`).hostname)).toBe(true)
})

describe('only the public may be called', () => {
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

  test('where that is so, and everything where it is not', async () => {
    const url = `http://127.0.0.1:${port}/`
    await expect(post(url, message, { targets: 'public', signal })).rejects.toThrow('The address is private')
    expect(await post(url, message, { targets: 'any', signal })).toBe(200)
  })

  test.each([true, false])('also by a name that leads to a private address (all: %s)', async (all) => {
    const answer = await new Promise((resolve) => guardedLookup('localhost', { all }, (error) => resolve(error)))
    expect(answer).toEqual(new Error('The address is private'))
  })

  test('also where a name leads elsewhere than it did before, or to several places', async () => {
    const asked: string[] = []
    const answers = [['127.0.0.1'], ['93.184.216.34', '127.0.0.1']]
    const known = dns.lookup
    dns.lookup = ((host: string, _: object, done: (error: null, addresses: LookupAddress[]) => void) => {
      asked.push(host)
      done(
        null,
        (answers[asked.length - 1] ?? []).map((address) => ({ address, family: 4 })),
      )
    }) as typeof dns.lookup
    syncBuiltinESMExports()
    try {
      for (const _ of answers) {
        const posting = post(`http://rebound.example:${port}/`, message, { targets: 'public', signal })
        await expect(posting).rejects.toThrow('The address is private')
      }
    } finally {
      dns.lookup = known
      syncBuiltinESMExports()
    }
    // Asked by the connection itself, once: there is no second answer.
    expect(asked).toEqual(['rebound.example', 'rebound.example'])
  })
})
