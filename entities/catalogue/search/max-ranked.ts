/** Only this number of the newest matches is ranked and returned. */
export const MAX_RANKED = 1000
