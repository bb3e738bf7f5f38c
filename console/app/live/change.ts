import type { RouterOutputs } from '#client/index.ts'

type Message = RouterOutputs['admin']['changes']['watch'] extends AsyncIterable<infer Item> ? Item : never

export type Batch = Message['data']
/** A change of the shop by one user, or by a customer or the server. */
export type Change = Batch['changes'][number]
/** Null for a customer or the server. */
export type Author = Change['by']
