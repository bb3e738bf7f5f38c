/** No order earns a point, so the balance of a customer follows only the spent points. */
export const POINTS_SETTINGS = { LOYALTY_AMOUNT_PER_POINT: '1000000000' }
