import { z } from 'zod'
import { trpcOnly } from './trpc-only.ts'

/** A request for the first page has `cursor: null`. */
export const cursorParams = {
  cursor: trpcOnly('cursor', z.string().nullable()),
  /** `useInfiniteQuery` of the tRPC client sends this property with every page. */
  direction: trpcOnly('direction', z.literal('forward')),
  with_count: trpcOnly('with_count', z.boolean()),
}
