import { z } from 'zod'
import { type InputBounds, usualInputBounds } from '#routers/input-bounds.ts'
import { wholeNumber } from '#server/whole-number.ts'

/* How large a request may be, and how long its answer may take; what the environment may say of it. */

export const BoundsVariables = z.object({
  REQUEST_MAX_BYTES: wholeNumber(1000, 100_000_000).default(100 * 1024),
  REQUEST_MAX_DEPTH: wholeNumber(5, 500).default(usualInputBounds.depth),
  REQUEST_MAX_ENTRIES: wholeNumber(100, 1_000_000).default(usualInputBounds.entries),
  REQUEST_MAX_URL: wholeNumber(500, 1_000_000).default(8192),
  REQUEST_MAX_BATCH: wholeNumber(1, 1000).default(20),
  ANSWER_TIMEOUT_SECONDS: wholeNumber(1, 3600).default(30),
})

export interface RequestBounds extends InputBounds {
  /** Bytes of JSON in the body. */
  bytes: number
  /** Characters of path and query. */
  url: number
  /** Calls in one request to tRPC. */
  batch: number
  /** Milliseconds until an answer begins. */
  answerTimeout: number
}

export const requestBounds = (variables: z.output<typeof BoundsVariables>): RequestBounds => ({
  bytes: variables.REQUEST_MAX_BYTES,
  depth: variables.REQUEST_MAX_DEPTH,
  entries: variables.REQUEST_MAX_ENTRIES,
  url: variables.REQUEST_MAX_URL,
  batch: variables.REQUEST_MAX_BATCH,
  answerTimeout: variables.ANSWER_TIMEOUT_SECONDS * 1000,
})

/** Where the environment says nothing. */
export const usualBounds: RequestBounds = requestBounds(BoundsVariables.parse({}))
