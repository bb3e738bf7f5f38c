/*
 * Which payments of an order count for what. Those of its swaps are payments of the order too: money is given back over all
 * of them.
 */

/** A payment, as far as that depends on it. */
export interface CountablePayment {
  captured_at?: Date | null | undefined
  canceled_at?: Date | null | undefined
  /** Of the swap whose difference it pays, if it does. */
  swap_id?: string | null | undefined
}

/** Whether it pays for the order itself, and not for a swap. */
export const isOwnPayment = ({ swap_id }: CountablePayment): boolean => !swap_id

/** Whether its money was not let go of. */
export const isUncanceledPayment = ({ canceled_at }: CountablePayment): boolean => !canceled_at

/** Whether the order waits for it or has it. Until that of a swap is captured only the swap waits for it. */
export const isCountedForOrder = ({ swap_id, captured_at }: CountablePayment): boolean => !swap_id || !!captured_at

/** `isOfOrder` in SQL. */
export const IS_COUNTED_FOR_ORDER_SQL = '(swap_id is null or captured_at is not null)'

/** Whether `paid_total` tells of it, captured or not: not of what a swap that was canceled has let go of. */
export const isInPaidTotal = ({ swap_id, canceled_at }: CountablePayment): boolean => !swap_id || !canceled_at
