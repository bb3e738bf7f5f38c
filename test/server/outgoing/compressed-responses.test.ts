import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newFileKey } from '#entities/platform/file/file-key.ts'
import { fetchUncompressed } from '#server/outgoing/fetch-uncompressed.ts'
import { listen } from '#server/process/listen.ts'
import { S3Files } from '#server/providers/s3-files.ts'
import { readParts } from '#server/shop/read-parts.ts'
import { postWebhook } from '#server/webhooks/post-webhook.ts'
import { stripe } from '../../../plugins/stripe/index.ts'

const ANSWER = JSON.stringify({ data: [], id: 'answer' })
const COMPRESSED: [string, Uint8Array][] = [
  ['br', brotliCompressSync(ANSWER)],
  ['gzip', gzipSync(ANSWER)],
  ['deflate', deflateSync(ANSWER)],
  ['zstd', zstdCompressSync(ANSWER)],
  ['identity, BR', brotliCompressSync(ANSWER)],
  // A decoder that was reached would fail in another way.
  ['x-gzip', Buffer.from('damaged')],
]

let asked: IncomingHttpHeaders[] = []
let respond: (response: ServerResponse) => void
const server = createServer((request, response) => {
  asked.push(request.headers)
  request.resume()
  respond(response)
})
let url: string
beforeAll(async () => {
  await listen(server, { host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked = []
  signal = AbortSignal.timeout(5000)
})

/** The response never ends, so a client that waits for its end would hang. */
const answerWith = (encoding: string, body: Uint8Array) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-encoding': encoding, 'content-type': 'application/json' }).write(body)
  response.flushHeaders()
}
let signal: AbortSignal
const message = { headers: { 'content-type': 'application/json' }, body: '{}' }

const cancelAtStripe = () => {
  const env = { STRIPE_API_KEY: 'sk_test_fake', STRIPE_API_URL: url, STRIPE_TIMEOUT_MS: '4000' }
  return readParts([stripe], env).providers.payment.get('stripe')!.delete({ id: 'pi_1' })
}

const bucket = (settings: { stallTimeout?: number } = {}) =>
  new S3Files({
    ...settings,
    bucket: 'shop',
    region: 'us-east-1',
    endpoint: url,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  })

test.each(COMPRESSED)('a response with the encoding %s is refused and not decompressed', async (encoding, body) => {
  respond = answerWith(encoding, body)
  const name = encoding.split(', ').at(-1)
  const refusal = `The server answered with the encoding ${name}, although the request accepts no compression.`
  const key = newFileKey('public', 'a.csv')
  await expect(fetchUncompressed(url, { signal })).rejects.toThrow(refusal)
  await expect(bucket().read(key)).rejects.toThrow(refusal)
  await expect(bucket().stat(key)).rejects.toThrow(refusal)
  await expect(cancelAtStripe()).rejects.toMatchObject({ detail: { message: expect.stringContaining(refusal) } })
  expect(new Set(asked.map((headers) => headers['accept-encoding']))).toEqual(new Set(['identity']))
})

test('the status of a webhook counts, and its compressed body is not read', async () => {
  respond = answerWith('br', Buffer.from('damaged'))
  expect(await postWebhook(url, message, { targets: 'any', signal })).toBe(200)
  expect(asked).toMatchObject([{ 'accept-encoding': 'identity' }])
})

test('other responses are those of fetch', async () => {
  respond = (response) =>
    response.writeHead(201, { 'content-type': 'application/json', 'x-two': ['1', '2'] }).end(ANSWER)
  const response = await fetchUncompressed(url, { method: 'POST', body: new URLSearchParams({ a: 'ü' }), signal })
  expect([response.status, response.headers.get('x-two'), await response.json()]).toEqual([
    201,
    '1, 2',
    JSON.parse(ANSWER),
  ])
  expect(asked).toMatchObject([
    {
      ...{ 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8', 'content-length': '8' },
      ...{ accept: '*/*', 'user-agent': 'Cartwright' },
    },
  ])
  respond = (response) => response.writeHead(204).end()
  expect((await fetchUncompressed(url, { signal })).body).toBe(null)
})

test('a redirect is an error', async () => {
  respond = (response) => response.writeHead(307, { location: '/elsewhere' }).end()
  await expect(fetchUncompressed(url, { signal })).rejects.toThrow('redirect to /elsewhere')
})

test('the signal ends a response that stops in the middle', async () => {
  respond = (response) => response.writeHead(200).write('{')
  const controller = new AbortController()
  const response = await fetchUncompressed(url, { signal: controller.signal })
  const reading = response.text()
  controller.abort(new Error('Too late'))
  await expect(reading).rejects.toThrow()
})

test('a store of files that stops answering fails instead of hanging', async () => {
  const key = newFileKey('public', 'a.csv')
  const stalled = bucket({ stallTimeout: 100 })
  respond = () => {}
  await expect(stalled.stat(key)).rejects.toThrow('timed out')
  await expect(stalled.write(key, Readable.from(['text']))).rejects.toThrow('timed out')
  respond = (response) => response.writeHead(200, { 'content-length': 10 }).write('half')
  const reading = Array.fromAsync(await stalled.read(key))
  await expect(reading).rejects.toThrow()
})
