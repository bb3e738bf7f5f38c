import type { ReadableStream } from 'node:stream/web'
import type { Response } from 'express'
import { contentSecurityPolicyOf } from '#server/plugin/route/content-sources.ts'
import { Markup } from '#server/plugin/route/markup.ts'
import { ReadPage } from '#server/plugin/route/read-page.ts'
import type { Route, RouteAnswer } from '#server/plugin/route/route.ts'
import { setCacheHeaders, setImmutable } from '../cache-headers.ts'
import { sendBytes, sendCompressed, sendUnlessKnown } from '../send-json.ts'
import type { ExpressVisit } from './express-visit.ts'
import { readBody } from './read-body.ts'
import { sendStream } from './send-stream.ts'

interface ReadOptions {
  bounds: { answer: { bytes: number } }
  /** Aborts at the deadline of the request. */
  signal: AbortSignal
}

interface AnswerOptions extends ReadOptions {
  route: Route
  visit: ExpressVisit
  /** The sources of images for a Content-Security-Policy. */
  images: string
  bounds: { answer: { bytes: number }; answerTimeout: number }
  /** Called for each chunk of a stream. */
  onChunk: () => void
}

/** Maximum time of a stream, in milliseconds. */
const MAX_STREAM = 10 * 60_000

/** @throws Error if the route returns no usable response. */
export async function readPage(
  route: Route,
  answered: RouteAnswer,
  { bounds, signal }: ReadOptions,
): Promise<ReadPage> {
  const answer = responseOf(route, answered)
  return new ReadPage(answer, await readBody(answer.body, { limit: bounds.answer.bytes, signal }))
}

function responseOf(route: Route, answered: RouteAnswer): RouteResponse {
  const answer: unknown = answered instanceof Markup ? answered.response() : answered
  assertUsable(route, answer)
  return answer
}

type RouteResponse = globalThis.Response & { body: ReadableStream<Uint8Array> | null }

async function readUnlessStream(
  answered: RouteAnswer | ReadPage,
  options: AnswerOptions,
): Promise<ReadPage | (RouteResponse & { body: ReadableStream<Uint8Array> })> {
  if (answered instanceof ReadPage) return answered
  const { route } = options
  if (!route.options.streams) return readPage(route, answered, options)
  const response = responseOf(route, answered)
  return hasBody(response) ? response : new ReadPage(response, Buffer.alloc(0))
}

const hasBody = (response: RouteResponse): response is RouteResponse & { body: ReadableStream<Uint8Array> } =>
  response.body !== null

/** @throws Error if the route returns no usable response. Nothing has been sent then, except a part of a stream. */
export async function sendAnswer(
  res: Response,
  answered: RouteAnswer | ReadPage,
  options: AnswerOptions,
): Promise<void> {
  const { route, visit, bounds, onChunk } = options
  const answer = await readUnlessStream(answered, options)
  if (res.headersSent) return
  res.status(answer.status)
  copyHeaders(res, answer.headers)
  visit.setCookies(res)
  setContentHeaders(res, options)
  if (!(answer instanceof ReadPage)) {
    if (res.req.method === 'HEAD') {
      await answer.body.cancel()
      res.end()
    } else await sendStream(res, answer.body, { pause: bounds.answerTimeout, total: MAX_STREAM, onChunk })
    return
  }
  const { bytes } = answer
  const audience = audienceOf(res, route)
  if (!audience) return sendBytes(res, bytes)
  for (const header of visit.readInputs.headers) res.vary(header)
  if (route.options.cache === 'immutable' && res.statusCode === 200) setImmutable(res)
  else setCacheHeaders(res, audience, secondsOf(route))
  if (COMPRESSIBLE.test(String(res.getHeader('Content-Type')))) await sendCompressed(res, bytes)
  else sendUnlessKnown(res, bytes)
}

const secondsOf = ({ options: { cache } }: Route): number => (typeof cache === 'number' ? cache : 0)

function assertUsable({ method, path }: Route, answer: unknown): asserts answer is globalThis.Response {
  const name = `The route ${method} ${path}`
  if (!(answer instanceof globalThis.Response) || answer.status === 0)
    throw new TypeError(`${name} returned no response. Return html\`…\`, xml\`…\` or new Response(…).`)
  if (answer.bodyUsed) throw new TypeError(`${name} returned a response that was already sent. Create a new one.`)
  for (const [header, way] of OWN_HEADERS)
    if (answer.headers.has(header)) throw new TypeError(`${name} sets the header ${header}. Use ${way}.`)
}

/** Headers that the shop sets, and how a route changes them. */
const OWN_HEADERS: readonly (readonly [header: string, way: string])[] = [
  ['cache-control', 'the option `cache`'],
  ['content-security-policy', 'the option `csp`'],
  ['access-control-allow-origin', 'the option `cors`'],
  ['set-cookie', '`cookies.set`'],
]

/** Headers of the connection, and headers that protect the shop. */
const NOT_COPIED = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'strict-transport-security',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'vary',
  'x-content-type-options',
  'x-frame-options',
])

function copyHeaders(res: Response, headers: Headers): void {
  for (const [name, value] of headers) if (!NOT_COPIED.has(name)) res.setHeader(name, value)
  const vary = headers.get('vary')
  if (vary) res.vary(vary)
}

function setContentHeaders(res: Response, { route: { options }, images }: AnswerOptions): void {
  if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', 'application/octet-stream')
  if (options.cors) res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
  if (!/^text\/html\b/i.test(String(res.getHeader('Content-Type')))) return
  res.setHeader('Content-Security-Policy', contentSecurityPolicyOf(options.csp ?? {}, images))
  if (options.csp?.['frame-ancestors']?.length) res.removeHeader('X-Frame-Options')
  // Without a referrer policy of this kind, browsers send the forms of the page with the origin `null`.
  res.setHeader('Referrer-Policy', 'same-origin')
}

const COMPRESSIBLE = /^text\/|[/+](json|xml|javascript)\b/

/** A response to a caller with a cookie or a token is stored in the browser of the caller only. */
function audienceOf(res: Response, { options: { cache } }: Route): 'everyone' | 'customer' | undefined {
  const { method, headers } = res.req
  if (cache === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined
  if (res.statusCode >= 400 || res.hasHeader('Set-Cookie')) return undefined
  return CREDENTIALS.some((name) => headers[name] !== undefined) ? 'customer' : 'everyone'
}

const CREDENTIALS = ['authorization', 'cookie', 'x-medusa-access-token']
