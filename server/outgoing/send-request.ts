import { once } from 'node:events'
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { ASK_FOR_IDENTITY } from './refuse-compressed.ts'

type Options = Omit<RequestOptions, 'headers'> & { headers: Record<string, string>; body: string | Uint8Array }

/** Returns the response as soon as its headers arrive. Follows no redirect, and Node decompresses nothing here. */
export async function sendRequest(url: URL, { headers, body, ...options }: Options): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const length = body.length > 0 ? { 'content-length': String(Buffer.byteLength(body)) } : {}
  const request = send(url, { ...options, headers: { ...headers, ...length, ...ASK_FOR_IDENTITY } })
  // A caller that needs only the status ignores later errors. A reader of the body gets them from the response.
  request.on('error', () => {})
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}
