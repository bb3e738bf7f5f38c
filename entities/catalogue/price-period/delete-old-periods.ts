import { statement } from '#database/statement.ts'

/** Keeps 30 days of prices before each price that began in the last 60 days. */
export const deleteOldPricePeriods = statement(`
  delete from price_period where visible_to < now() - interval '90 days'`)
