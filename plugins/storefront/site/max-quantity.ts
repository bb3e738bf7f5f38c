/** Units of a line that a customer orders in one form. */
export const MAX_QUANTITY = 99
