import type { Row } from '#database/rows.ts'
import type { LineItem } from '#entities/cart/line-item/line-item.ts'
import type { Order } from '../order/order.ts'
import type { MethodToShip } from './find-shipped-goods.ts'
import type { ReplacementProgress } from './replacement-progress.ts'

export type ReplacementOwner = { claim_order_id: string } | { swap_id: string }

export interface ReplacementContents {
  methods: readonly MethodToShip[]
  lines: readonly Row<LineItem>[]
}

export interface Replacement extends ReplacementProgress {
  id: string
  no_notification?: boolean | null | undefined
  owner(): ReplacementOwner
  assertFulfillable(contents: ReplacementContents): void
}

export interface LockedReplacement {
  replacement: Replacement
  order: Row<Order>
}
