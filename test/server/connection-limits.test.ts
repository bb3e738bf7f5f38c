import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import express from 'express'
import { expect, test } from 'vitest'
import { isProxyAddress, limitConnections, refuseExcess } from '#server/http/bounds/connections.ts'
import { drain, listen } from '#server/process/listen.ts'

async function serve(isExempt: (address: string) => boolean) {
  const app = express()
    .use(refuseExcess)
    .use((_req, res) => void res.json({}))
  const limited = limitConnections(createServer(app), { max: 2, isExempt })
  const server = await listen(limited, { host: '127.0.0.1', port: 0 })
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  /** Sends simultaneous requests on separate connections that stay open. */
  const send = (count: number, path = '/') =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const [answer] = (await once(request({ port, path, agent }).end(), 'response')) as [IncomingMessage]
        return { status: answer.statusCode, connection: answer.headers.connection, body: await json(answer) }
      }),
    )
  return {
    send,
    [Symbol.asyncDispose]: () => {
      agent.destroy()
      return drain(server)
    },
  }
}

const served = { status: 200, connection: 'keep-alive', body: {} }
const message = 'Too many requests. Please try again later'

test('an address with too many open connections is rejected on further ones', async () => {
  await using server = await serve(() => false)
  const answers = await server.send(3)
  const refused = { status: 429, connection: 'close', body: { type: 'too_many_requests', message } }
  expect(answers.toSorted((a, b) => Number(a.status) - Number(b.status))).toEqual([served, served, refused])
})

test('tRPC callers are rejected in the format of tRPC', async () => {
  await using server = await serve(() => false)
  const answers = await server.send(3, '/trpc/store.regions.list')
  expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({
    error: { json: { message, data: { type: 'too_many_requests', httpStatus: 429 } } },
  })
})

test('closed connections no longer count', async () => {
  await using server = await serve(() => false)
  for (let round = 0; round < 3; round++) expect(await server.send(2)).toEqual([served, served])
})

test('an exempt address opens any number of connections', async () => {
  await using server = await serve(() => true)
  expect(await server.send(5)).toEqual(Array.from({ length: 5 }, () => served))
})

test.each<[trusted: boolean | number | string, own: boolean, proxy: boolean, client: boolean]>([
  [false, true, false, false],
  ['10.0.0.0/8', true, true, false],
  [1, true, true, true],
  [true, true, true, true],
])('with TRUST_PROXY=%s, the machine itself and trusted proxies are exempt', (trusted, ...expected) => {
  const isExempt = isProxyAddress(express().set('trust proxy', trusted))
  for (const own of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(isExempt(own)).toBe(expected[0])
  expect([isExempt('10.1.2.3'), isExempt('203.0.113.5')]).toEqual(expected.slice(1))
})
