import { once } from 'node:events'
import { type IncomingMessage, type RequestListener, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import express from 'express'
import { expect, test } from 'vitest'
import { newFileKey } from '#entities/platform/file/file-key.ts'
import { serveFiles } from '#server/http/serve-files.ts'
import { httpServer } from '#server/operate/http-server.ts'
import { drain, listen, trackEventStreams } from '#server/process/listen.ts'
import { FileLinks } from '#server/providers/file-links.ts'
import { LocalFiles } from '#server/providers/local-files.ts'
import { readConfig } from '#server/settings/config.ts'
import type { HttpSettings } from '#server/settings/operate.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'

const settings = {
  headersTimeout: 60_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 60_000,
  maxHeadersCount: 20,
  stallTimeout: 60_000,
}

async function serve(listener: RequestListener, overrides: Partial<HttpSettings> = {}) {
  const shop = httpServer({ ...settings, ...overrides }, listener)
  const server = await listen(trackEventStreams(shop), { host: '127.0.0.1', port: 0 })
  return { server, port: (server.address() as AddressInfo).port }
}

test('a request with incomplete headers times out with 408', async () => {
  const { server, port } = await serve((_req, res) => res.end(), { headersTimeout: 100, requestTimeout: 100 })
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: shop\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /)
  await drain(server)
})

test('a request with too many headers is rejected', async () => {
  const { server, port } = await serve((_req, res) => res.end())
  const socket = connect(port, '127.0.0.1')
  const many = Array.from({ length: 50 }, (_, i) => `x-${i}: x\r\n`)
  socket.write(`GET / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n${many.join('')}\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1.1 431 /)
  await drain(server)
})

test('an event stream is closed when the server stops', async () => {
  const { server, port } = await serve((_req, res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
  })
  const pendingRequest = request({ port, headers: { accept: 'text/event-stream' } }).end()
  const [answer] = (await once(pendingRequest, 'response')) as [IncomingMessage]
  const cut = text(answer).catch((error: NodeJS.ErrnoException) => error.code)
  await drain(server, 3_600_000)
  expect(await cut).toBe('ECONNRESET')
})

/** More than the operating system buffers for a client that reads nothing. */
const LARGE = Buffer.alloc(50_000_000)

test('a connection is closed if its client does not read the response', async () => {
  const { server, port } = await serve((_req, res) => res.end(LARGE), { stallTimeout: 500 })
  const ended = once(server, 'connection').then(([socket]) => once(socket, 'close'))
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.pause().write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n')
  await ended
  socket.destroy()
  await drain(server)
})

test('a download is closed if its client does not read the file', async () => {
  using directory = scratchDirectory()
  const files = new LocalFiles({ directory: directory.path, links: new FileLinks('secret') })
  const { url } = await files.write(newFileKey('public', 'film.mp4'), Readable.from([LARGE]))
  const { server, port } = await serve(express().use('/uploads', serveFiles(files)), { stallTimeout: 500 })
  const ended = once(server, 'connection').then(([socket]) => once(socket, 'close'))
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.pause().write(`GET ${url} HTTP/1.1\r\nHost: shop\r\n\r\n`)
  await ended
  socket.destroy()
  await drain(server)
})

test('an idle connection is closed after the keep-alive timeout', async () => {
  const { server, port } = await serve((_req, res) => res.end('1'), { keepAliveTimeout: 1 })
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n')
  expect(await text(socket)).toContain('keep-alive')
  await drain(server)
})

test('a slow client gets the whole response', async () => {
  const { server, port } = await serve((_req, res) => res.end(LARGE), { stallTimeout: 500 })
  const [answer] = (await once(request({ port }).end(), 'response')) as [IncomingMessage]
  let length = 0
  for await (const chunk of answer) {
    length += chunk.length
    await new Promise(setImmediate)
  }
  expect(length).toBe(LARGE.length)
  await drain(server)
})

test('an idle event stream stays open beyond the stall timeout', async () => {
  let sendEvent = (_event: string): void => {}
  const streamEvents: RequestListener = (_req, res) => {
    sendEvent = (event) => res.write(`data: ${event}\n\n`)
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    sendEvent('1')
  }
  const { server, port } = await serve(streamEvents, { stallTimeout: 500 })
  const [answer] = (await once(request({ port }).end(), 'response')) as [IncomingMessage]
  expect(String((await once(answer, 'data'))[0])).toBe('data: 1\n\n')
  await once(server, 'timeout')
  sendEvent('2')
  expect(String((await once(answer, 'data'))[0])).toBe('data: 2\n\n')
  answer.destroy()
  await drain(server)
})

test('pipelined requests are handled one after the other', async () => {
  const handled: string[] = []
  let [running, peak] = [0, 0]
  const { server, port } = await serve(async ({ url = '' }, res) => {
    peak = Math.max(peak, ++running)
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
    handled.push(url)
    running--
    res.end(url)
  })
  const socket = connect(port, '127.0.0.1')
  const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: shop\r\n${more}\r\n`
  socket.write(`${get('/a')}${get('/b')}${get('/c')}${get('/d', 'Connection: close\r\n')}`)
  const bodies = (await text(socket)).match(/\/[a-d]/g)
  const inOrder = ['/a', '/b', '/c', '/d']
  expect({ handled, bodies, most: peak }).toEqual({ handled: inOrder, bodies: inOrder, most: 1 })
  await drain(server)
})

test('a connection with too many pipelined requests is closed', async () => {
  let handled = 0
  const { server, port } = await serve(() => void handled++)
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n'.repeat(12))
  await once(socket, 'close')
  expect(handled).toBe(1)
  await drain(server)
})

test('the HTTP settings are read from the environment in milliseconds', () => {
  using data = scratchDirectory()
  const env = { DATA_DIR: data.path }
  const production = { ...env, NODE_ENV: 'production', SESSION_SECRET: 'x'.repeat(32) }
  expect(readConfig(production).sendsServerTiming).toBe(false)
  expect(readConfig({ ...production, SERVER_TIMING: 'on', REQUEST_TIMEOUT_SECONDS: '10' })).toMatchObject({
    sendsServerTiming: true,
    http: { headersTimeout: 10_000, requestTimeout: 10_000 },
  })
  for (const wrong of ['-1', '1.5', 'soon', '4000'])
    expect(() => readConfig({ ...env, DRAIN_SECONDS: wrong })).toThrow(
      'DRAIN_SECONDS must be a whole number from 1 to 3600',
    )
})
