import { refuseCompressed } from './refuse-compressed.ts'
import { sendRequest } from './send-request.ts'

/** Some servers refuse requests without these headers. */
const DEFAULT_HEADERS = { accept: '*/*', 'user-agent': 'Cartwright' }

const WITHOUT_BODY = [204, 205, 304]

/**
 * As `fetch`, for requests to other servers: never decompresses a response, and follows no redirect. Read the body of the
 * response or cancel it, because it keeps the connection open.
 * @throws Error for a compressed response and for a redirect
 */
export async function fetchUncompressed(target: string | URL, init: RequestInit = {}): Promise<Response> {
  const request = new Request(target, init)
  const { url, method, signal } = request
  const body = await request.bytes()
  const headers = { ...DEFAULT_HEADERS, ...Object.fromEntries(request.headers) }
  const answer = await sendRequest(new URL(url), { method, signal, headers, body })
  refuseCompressed(answer)
  const { statusCode: status = 0 } = answer
  if (status >= 300 && status < 400 && answer.headers.location) {
    answer.destroy()
    throw new Error(`The server answered with a redirect to ${answer.headers.location}. Use this address instead.`)
  }
  const received = { status, headers: headersOf(answer.rawHeaders) }
  if (!WITHOUT_BODY.includes(status)) return new Response(answer, received)
  answer.resume()
  return new Response(null, received)
}

/** Node lists names and values in turn. */
function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let i = 0; i + 1 < raw.length; i += 2) headers.append(raw[i]!, raw[i + 1]!)
  return headers
}
