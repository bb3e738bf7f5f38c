import { ForeignAnswer } from '#console/components/foreign-answer.ts'
import { fetchAfterDryRuns } from './fetch-after-dry-runs.ts'
import { unansweredChanges } from './unanswered-changes.ts'

/** A change without a response in this time has failed. Files may take as long as the shop allows. */
const TIMEOUT = 60_000

/**
 * Sends a request of the typed client. A change has an idempotency key, so the user can send it again if its response was
 * lost, and the shop makes it once.
 */
export const fetchFromShop: typeof fetch = async (input, init = {}) => {
  const { method, body } = init
  if (method !== 'POST') return answerOfShop(await fetch(input, init))
  if (typeof body !== 'string') return answerOfShop(await fetchAfterDryRuns(input, init))
  const headers = new Headers(init.headers)
  const change = headers.has('x-dry-run') ? undefined : unansweredChanges.begin(`${String(input)} ${body}`)
  if (change) headers.set('idempotency-key', change.key)
  const answer = answerOfShop(await fetchInTime(input, { ...init, headers }))
  if (answer.status < 500) change?.end()
  return answer
}

async function fetchInTime(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const limit = new AbortController()
  init.signal?.addEventListener('abort', () => limit.abort(init.signal?.reason), { once: true })
  const timer = setTimeout(() => limit.abort(new DOMException('No response in time', 'TimeoutError')), TIMEOUT)
  try {
    return await fetchAfterDryRuns(input, { ...init, signal: limit.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** @throws ForeignAnswer for the page of a proxy or of a portal of a network. */
function answerOfShop(answer: Response): Response {
  const type = answer.headers.get('content-type') ?? ''
  if (!/json|event-stream/.test(type)) throw new ForeignAnswer(answer.status)
  return answer
}
