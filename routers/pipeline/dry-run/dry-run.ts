import type { Change } from '#entities/platform/audit/audit-log.ts'
import type { Effects } from './effects.ts'

export type { TableColumn, TableName } from '#entities/query.ts'

/** The response to a dry run of a mutation. Nothing has changed, so the new ids in `response` do not exist. */
export interface DryRun<Response> {
  dry_run: true
  response: Response
  /** One entry for each changed row, in the order of the first change. At most 100 changes are read. */
  changes: Change[]
  /** Number of changes, before those of the same row are merged. */
  change_count: number
  /** What buyers notice: prices, discounts and open carts. */
  effects: Effects
  /** Calls of providers that the server answered itself, because they would change something. */
  simulated_calls: SimulatedCall[]
}

export interface SimulatedCall {
  provider_id: string
  call: string
}
