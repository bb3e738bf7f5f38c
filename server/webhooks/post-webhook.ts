import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isPrivateHost, type Targets } from '#entities/platform/webhook/targets.ts'
import { guardedLookup, privateTargetError } from './guarded-lookup.ts'

export interface WebhookMessage {
  headers: Record<string, string>
  body: string
}

/**
 * Posts a message and answers the status that it was answered with. Redirections are not followed: they could lead
 * anywhere. Throws where there was no answer, or the target may not be called.
 */
export async function postWebhook(
  address: string,
  { headers, body }: WebhookMessage,
  { targets, signal }: { targets: Targets; signal: AbortSignal },
): Promise<number> {
  const url = new URL(address)
  if (targets === 'public' && isPrivateHost(url.hostname)) throw privateTargetError()
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const request = send(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    agent: false,
    signal,
    ...(targets === 'public' ? { lookup: guardedLookup } : {}),
  })
  // What goes wrong after the answer is of no interest.
  request.on('error', () => {})
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.destroy()
  return response.statusCode as number
}
