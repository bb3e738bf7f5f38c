import { ForeignAnswer } from '#console/components/foreign-answer.ts'
import { UnknownResult } from '#console/components/unknown-result.ts'
import { fetchAfterDryRuns } from './fetch-after-dry-runs.ts'
import { unansweredChanges } from './unanswered-changes.ts'
import { isUnrepeatable } from './unrepeatable-changes.ts'

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
  const isDryRun = headers.has('x-dry-run')
  const isSecret = !isDryRun && isUnrepeatable(String(input))
  const change = isDryRun || isSecret ? undefined : unansweredChanges.begin(`${String(input)} ${body}`)
  if (change) headers.set('idempotency-key', change.key)
  const request = fetchInTime(input, { ...init, headers }).then(answerOfShop)
  const answer = await (isSecret ? request.catch(throwUnknown) : request)
  if (answer.status < 500) change?.end()
  return answer
}

/** A proxy answers with a status below 500 instead of the shop, so nothing has changed. */
function throwUnknown(error: unknown): never {
  throw error instanceof ForeignAnswer && error.status < 500 ? error : new UnknownResult(error)
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
export function answerOfShop(answer: Response): Response {
  const type = answer.headers.get('content-type') ?? ''
  if (!/json|event-stream/.test(type)) throw new ForeignAnswer(answer.status)
  return answer
}
