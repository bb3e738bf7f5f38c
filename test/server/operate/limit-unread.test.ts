import { existsSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { httpServer } from '#server/operate/http-server.ts'
import { limitUnread } from '#server/operate/limit-unread.ts'
import { readSendQueues } from '#server/operate/send-queues.ts'
import { drain, listen } from '#server/process/listen.ts'
import type { UnreadLimits } from '#server/settings/operate.ts'
import { waitUntil } from '#test/support/wait-until.ts'

/** Fits into the buffers of the kernel, so that Node counts it as sent. */
const RESPONSE = Buffer.alloc(1_500_000, 'x')
const RESPONSES: Record<string, string | Buffer> = {
  '/': RESPONSE,
  '/small': 'small',
  '/page': RESPONSE.subarray(0, 130_000),
}

const SETTINGS = {
  headersTimeout: 60_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 60_000,
  maxHeadersCount: 20,
  stallTimeout: 60_000,
}

async function serve(
  limits: Partial<UnreadLimits>,
  { host = '127.0.0.1', isExempt = (_address: string): boolean => false } = {},
) {
  const http = httpServer(SETTINGS, ({ url }, res) => res.end(RESPONSES[url!]))
  const options = { stallTimeout: 60_000, ofAddress: 1e9, total: 1e9, ...limits, isExempt }
  const server = await listen(limitUnread(http, options), { host, port: 0 })
  const { port } = server.address() as AddressInfo
  const clients: Socket[] = []
  const connectAll = (count: number, header = '', path = '/') => {
    for (let i = 0; i < count; i++) {
      const client = connect(port, host === '::' ? '::1' : host).on('error', () => {})
      client.pause().write(`GET ${path} HTTP/1.1\r\nHost: shop\r\n${header}\r\n`)
      clients.push(client)
    }
  }
  const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
  return {
    port,
    connectAll,
    connections,
    clients,
    unreadOf: async ({ localPort }: Socket) => (await readSendQueues())!.get(`${port} 7f000001 ${localPort}`) ?? 0,
    unread: async () =>
      [...(await readSendQueues())!]
        .filter(([key]) => key.startsWith(`${port} `))
        .reduce((bytes, [, queued]) => bytes + queued, 0),
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.destroy()
      await drain(server)
    },
  }
}

describe.runIf(existsSync('/proc/self/net/tcp'))('clients that read nothing', () => {
  test.each([
    { kind: 'kept alive', host: '127.0.0.1', header: '' },
    { kind: 'of a request for a close', host: '127.0.0.1', header: 'Connection: close\r\n' },
    { kind: 'over IPv6', host: '::', header: '' },
    { kind: 'over IPv6, of a request for a close', host: '::', header: 'Connection: close\r\n' },
  ])('a connection $kind is reset with its memory, and others are served', async ({ host, header }) => {
    await using server = await serve({ stallTimeout: 600 }, { host })
    server.connectAll(30, header)
    await waitUntil(async () => (await server.unread()) > 20 * 1_000_000)
    const url = `http://${host === '::' ? '[::1]' : host}:${server.port}`
    expect(await (await fetch(`${url}/small`)).text()).toBe('small')
    expect(await (await fetch(url)).text()).toHaveLength(RESPONSE.length)
    await waitUntil(async () => (await server.unread()) === 0)
  })

  test('a slow client gets its whole response', async () => {
    await using server = await serve({ stallTimeout: 400 })
    server.connectAll(1, 'Connection: close\r\n')
    const [client] = server.clients
    let bytes = 0
    const ended = new Promise<void>((resolve) => client!.once('close', () => resolve()))
    client!.on('data', (chunk) => {
      bytes += chunk.length
      client!.pause()
      void pause(50).then(() => client!.resume())
    })
    client!.resume()
    await ended
    expect(bytes).toBeGreaterThan(RESPONSE.length)
  })

  test.each([
    { limit: { ofAddress: 5_000_000 }, isExempt: (): boolean => false },
    { limit: { total: 5_000_000 }, isExempt: (): boolean => true },
  ])('the slowest connections above the limit $limit are reset', async ({ limit, isExempt }) => {
    await using server = await serve(limit, { isExempt })
    server.connectAll(12)
    await waitUntil(async () => (await server.connections()) === 12)
    await waitUntil(async () => (await server.connections()) < 12 && (await server.unread()) <= 5_000_000)
    expect(await server.connections()).toBeGreaterThan(0)
  })
})

describe.runIf(existsSync('/proc/self/net/tcp'))('other clients of an address above the limit', () => {
  test('a client that reads a page slowly keeps its connection', async () => {
    await using server = await serve({ ofAddress: 5_000_000 })
    server.connectAll(1, '', '/page')
    const [slow] = server.clients
    await waitUntil(async () => (await server.unreadOf(slow!)) > 0)
    for (let wave = 0; wave < 2; wave++) {
      server.connectAll(12)
      await waitUntil(async () => (await server.unread()) > 10_000_000)
      await waitUntil(async () => (await server.unread()) <= 5_000_000)
    }
    expect(await server.unreadOf(slow!)).toBeGreaterThan(0)
  })
})

test('a client that keeps its connection after a large response sends further requests', async () => {
  await using server = await serve({ stallTimeout: 200 })
  const url = `http://127.0.0.1:${server.port}`
  for (let i = 0; i < 3; i++) {
    expect(await (await fetch(url)).text()).toHaveLength(RESPONSE.length)
    await waitUntil(async () => (await server.unread()) === 0)
  }
  expect(await server.connections()).toBeGreaterThan(0)
})
