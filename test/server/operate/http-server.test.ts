import { once } from 'node:events'
import { type IncomingMessage, type RequestListener, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { drain, listen, rememberStreams } from '#server/listen.ts'
import { httpServer } from '#server/operate/http-server.ts'
import { scratchDirectory } from '#test/support/scratch.ts'

const settings = { headersTimeout: 100, requestTimeout: 100, keepAliveTimeout: 60_000, maxHeadersCount: 20 }

async function serve(listener: RequestListener) {
  const server = await listen(rememberStreams(httpServer(settings, listener)), { host: '127.0.0.1', port: 0 })
  return { server, port: (server.address() as AddressInfo).port }
}

test('a request whose head does not come is answered 408, and its connection ends', async () => {
  const { server, port } = await serve((_req, res) => res.end())
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: shop\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /)
  await drain(server)
})

test('a request with more headers than the settings allow is refused', async () => {
  const { server, port } = await serve((_req, res) => res.end())
  const socket = connect(port, '127.0.0.1')
  const many = Array.from({ length: 50 }, (_, i) => `x-${i}: x\r\n`)
  socket.write(`GET / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n${many.join('')}\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1.1 431 /)
  await drain(server)
})

test('a stream of events is cut where the server stops, and nobody waits for its end', async () => {
  const { server, port } = await serve((_req, res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
  })
  const asked = request({ port, headers: { accept: 'text/event-stream' } }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const cut = text(answer).catch((error: NodeJS.ErrnoException) => error.code)
  await drain(server, 3_600_000)
  expect(await cut).toBe('ECONNRESET')
})

test('what a server is operated by is read from the environment, in milliseconds', () => {
  using data = scratchDirectory()
  const env = { DATA_DIR: data.path }
  const production = { ...env, NODE_ENV: 'production', SESSION_SECRET: 'x'.repeat(32) }
  expect(readConfig(production).tellsTimings).toBe(false)
  expect(readConfig({ ...production, SERVER_TIMING: 'on', REQUEST_TIMEOUT_SECONDS: '10' })).toMatchObject({
    tellsTimings: true,
    http: { headersTimeout: 10_000, requestTimeout: 10_000 },
  })
  for (const wrong of ['-1', '1.5', 'soon', '4000'])
    expect(() => readConfig({ ...env, DRAIN_SECONDS: wrong })).toThrow(
      'DRAIN_SECONDS must be a whole number from 1 to 3600',
    )
})
