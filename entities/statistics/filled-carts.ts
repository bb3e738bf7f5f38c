/**
 * The CTE `filled`: the carts of the CTE `open` that have items. Ids begin with their time, so an index has the items of open carts in
 * one range. A lookup for each cart takes longer.
 */
export const FILLED_CARTS_SQL = `
  filled as (
    select distinct cart_id from line_item
    where cart_id between (select min(id) from open) and (select max(id) from open))`
