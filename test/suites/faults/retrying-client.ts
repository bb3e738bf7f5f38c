import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Send, Step } from '../../../bench/checkout.ts'
import type { AnyBody } from '../../support/resources.ts'

const BOUND = 30_000

export class ResponseLog {
  readonly counts = new Map<string, number>()
  readonly wrong: string[] = []
  longest = 0
  sent = 0

  /**
   * Number of responses. Broken connections do not count: their number depends on the machine, and the moments of the faults must not.
   */
  get done(): number {
    return this.counts.get('200') ?? 0
  }

  note(answer: string, milliseconds: number): void {
    this.counts.set(answer, (this.counts.get(answer) ?? 0) + 1)
    this.longest = Math.max(this.longest, milliseconds)
  }
}

/** A retry would have the same result. */
export class PermanentError extends Error {
  readonly status: number
  readonly body: AnyBody

  constructor(what: string, status: number, text: string) {
    super(`${what} answered ${status}: ${text}`)
    this.status = status
    this.body = JSON.parse(text)
  }
}

/** Returns a function that chooses the next server for each request. */
export function inTurn(urls: readonly string[]): () => string {
  let turn = 0
  return () => urls[turn++ % urls.length]!
}

/**
 * Returns a function that repeats a request, with one idempotency key, until it succeeds. Only temporary failures are
 * repeated. `url` can choose a server for each request.
 */
export const createRetryingSend =
  (url: string | (() => string), answers: ResponseLog, { sendsKeys }: { sendsKeys: boolean }): Send =>
  async <Body>(_step: Step, method: string, path: string, body?: object): Promise<Body> => {
    const headers = { 'content-type': 'application/json', ...(sendsKeys && { 'idempotency-key': randomUUID() }) }
    const request = { method, headers, ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }) }
    for (;;) {
      const server = typeof url === 'string' ? url : url()
      const answer = await sendOnce<Body>(server + path, request, answers)
      if (answer?.status === 200) return answer.body
      await pause(answer?.status === 503 ? 250 : 50)
    }
  }

type Answered<Body> = { status: 200; body: Body; text: string } | { status: 409 | 503; text: string }

/** @throws PermanentError for a response that a retry cannot change. */
export async function sendOnce<Body = AnyBody>(
  url: string,
  request: RequestInit,
  answers: ResponseLog,
): Promise<Answered<Body> | undefined> {
  answers.sent += 1
  const began = performance.now()
  const what = `${request.method ?? 'GET'} ${new URL(url).pathname}`
  try {
    const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(BOUND) })
    const text = await answer.text()
    answers.note(String(answer.status), performance.now() - began)
    if (answer.status === 200) return { status: 200, body: JSON.parse(text), text }
    const fault = faultOf(answer, text) ?? (request.method === 'POST' ? certaintyOf(answer, text) : undefined)
    if (fault) answers.wrong.push(`${what} answered ${answer.status}, ${fault}: ${text.slice(0, 200)}`)
    if (answer.status !== 503 && answer.status !== 409) throw new PermanentError(what, answer.status, text)
    return { status: answer.status, text }
  } catch (error) {
    const { name, message } = error as Error
    if (name === 'TimeoutError') answers.wrong.push(`${what} was not answered within ${BOUND} ms`)
    else if (message !== 'fetch failed' && message !== 'terminated') throw error
    answers.note('none', performance.now() - began)
    return undefined
  }
}

/** If the operation may have been executed, the response must state that. A full queue and a moving shop refuse it before it begins. */
function certaintyOf({ status }: Response, text: string): string | undefined {
  const isStated =
    text.includes('may or may not have succeeded') || /The server is busy|The shop is being moved/.test(text)
  return status === 503 && !isStated ? 'which hides that it may be done' : undefined
}

function faultOf(answer: Response, text: string): string | undefined {
  if (answer.status >= 500 && answer.status !== 503) return 'a fault'
  if (answer.status === 503 && !answer.headers.get('retry-after')) return 'without Retry-After'
  if (/\b(select|insert|update|delete)\b.*\b(from|into|set)\b|at .*\.(ts|js):\d+/i.test(text))
    return 'with SQL or a stack'
  const { type, message } = JSON.parse(text)
  return typeof type === 'string' && typeof message === 'string' ? undefined : 'without type or message'
}
