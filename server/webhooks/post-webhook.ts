import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isPrivateHost, type WebhookTargets } from '#entities/platform/webhook/targets.ts'
import { guardedLookup, privateTargetError } from './guarded-lookup.ts'

export interface WebhookMessage {
  headers: Record<string, string>
  body: string
}

/** Throws if there is no response or the target is not allowed. Does not follow redirects, which are not checked. */
export async function postWebhook(
  address: string,
  { headers, body }: WebhookMessage,
  { targets, signal }: { targets: WebhookTargets; signal: AbortSignal },
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
  // The status is known, so later errors are ignored.
  request.on('error', () => {})
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.destroy()
  return response.statusCode as number
}
