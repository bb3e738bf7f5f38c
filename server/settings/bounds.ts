import { z } from 'zod'
import { defaultInputBounds, type InputBounds } from '#routers/context/input-bounds.ts'
import type { ResponseBounds } from '#routers/context/response-budget.ts'
import { MAX_LIMIT } from '#routers/inputs/query.ts'
import { integerInRange } from '#server/base/integer-in-range.ts'

export const BoundsVariables = z.object({
  REQUEST_MAX_BYTES: integerInRange(1000, 100_000_000).default(100 * 1024),
  ADMIN_REQUEST_MAX_BYTES: integerInRange(1000, 100_000_000).default(2 * 1024 * 1024),
  REQUEST_MAX_DEPTH: integerInRange(5, 500).default(defaultInputBounds.depth),
  REQUEST_MAX_ENTRIES: integerInRange(100, 1_000_000).default(defaultInputBounds.entries),
  REQUEST_MAX_URL: integerInRange(500, 1_000_000).default(8192),
  REQUEST_MAX_BATCH: integerInRange(1, 1000).default(20),
  ANSWER_MAX_BYTES: integerInRange(100_000, 1_000_000_000).default(32 * 1024 * 1024),
  BATCH_ANSWER_MAX_BYTES: integerInRange(100_000, 1_000_000_000).default(4 * 1024 * 1024),
  REQUEST_MAX_WAITING: integerInRange(1, 100_000).default(50),
  SEARCH_SECONDS: integerInRange(1, 3600).default(2),
  ANSWER_TIMEOUT_SECONDS: integerInRange(1, 3600).default(30),
})

export interface RequestBounds extends InputBounds {
  /** Maximum size of a JSON body, in bytes. */
  bytes: number
  /** Maximum size of a JSON body of a user of the administration, in bytes. */
  adminBytes: number
  /** Maximum length of path and query, in characters. */
  url: number
  batch: number
  answer: ResponseBounds
  batchAnswer: ResponseBounds
  /** Maximum number of requests that wait for the same idempotency key, row or search queue. */
  waiting: number
  /** Timeout of a search, in milliseconds. */
  searchTimeout: number
  /** Maximum time until a response begins, in milliseconds. */
  answerTimeout: number
}

export const requestBounds = (variables: z.output<typeof BoundsVariables>): RequestBounds => ({
  bytes: variables.REQUEST_MAX_BYTES,
  adminBytes: Math.max(variables.REQUEST_MAX_BYTES, variables.ADMIN_REQUEST_MAX_BYTES),
  depth: variables.REQUEST_MAX_DEPTH,
  entries: variables.REQUEST_MAX_ENTRIES,
  url: variables.REQUEST_MAX_URL,
  batch: variables.REQUEST_MAX_BATCH,
  answer: { bytes: variables.ANSWER_MAX_BYTES, rows: MAX_LIMIT },
  batchAnswer: { bytes: variables.BATCH_ANSWER_MAX_BYTES, rows: MAX_LIMIT },
  waiting: variables.REQUEST_MAX_WAITING,
  searchTimeout: variables.SEARCH_SECONDS * 1000,
  answerTimeout: variables.ANSWER_TIMEOUT_SECONDS * 1000,
})

export const defaultRequestBounds: RequestBounds = requestBounds(BoundsVariables.parse({}))
