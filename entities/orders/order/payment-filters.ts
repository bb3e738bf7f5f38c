export interface CountablePayment {
  captured_at?: Date | null | undefined
  canceled_at?: Date | null | undefined
  /** A payment of a swap is also a payment of its order. */
  swap_id?: string | null | undefined
}

export const isOwnPayment = ({ swap_id }: CountablePayment): boolean => !swap_id

/** `paid_total` includes payments that are not captured. */
export const isUncanceledPayment = ({ canceled_at }: CountablePayment): boolean => !canceled_at

/** The payment of a swap counts for the order after its capture. */
export const isCountedForOrder = ({ swap_id, captured_at }: CountablePayment): boolean => !swap_id || !!captured_at

export const IS_COUNTED_FOR_ORDER_SQL = '(swap_id is null or captured_at is not null)'
