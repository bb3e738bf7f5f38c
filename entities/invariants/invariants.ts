import { AFTER_SALE } from './after-sale.ts'
import type { Invariant } from './invariant.ts'
import { OF_CHECKOUTS } from './of-checkouts.ts'
import { OF_EDITS } from './of-edits.ts'
import { OF_MONEY } from './of-money.ts'
import { OF_STATUSES } from './of-statuses.ts'
import { OF_SWAPS } from './of-swaps.ts'
import { OF_WORK } from './of-work.ts'

/** All that never may be, by a name of its own. */
export const INVARIANTS: Readonly<Record<string, Invariant>> = {
  ...OF_CHECKOUTS,
  ...OF_MONEY,
  ...AFTER_SALE,
  ...OF_EDITS,
  ...OF_SWAPS,
  ...OF_STATUSES,
  ...OF_WORK,
}
