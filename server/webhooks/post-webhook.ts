import { isPrivateHost, type WebhookTargets } from '#entities/platform/webhook/targets.ts'
import { sendRequest } from '#server/outgoing/send-request.ts'
import { guardedLookup, privateTargetError } from './guarded-lookup.ts'

export interface WebhookMessage {
  headers: Record<string, string>
  body: string
}

/**
 * Returns the status, and reads no body, so a compressed one does not matter. Does not follow redirects, which are not checked.
 * @throws Error if there is no response or the target is not allowed
 */
export async function postWebhook(
  address: string,
  { headers, body }: WebhookMessage,
  { targets, signal }: { targets: WebhookTargets; signal: AbortSignal },
): Promise<number> {
  const url = new URL(address)
  if (targets === 'public' && isPrivateHost(url.hostname)) throw privateTargetError()
  const response = await sendRequest(url, {
    method: 'POST',
    headers,
    body,
    agent: false,
    signal,
    ...(targets === 'public' ? { lookup: guardedLookup } : {}),
  })
  response.destroy()
  return response.statusCode as number
}
