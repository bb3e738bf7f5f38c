/** A subquery: sold quantity less returns of each `variant_id`, in orders, claims and swaps that are not canceled. */
export const TAKEN_QUANTITIES_SQL = `(
  select li.variant_id, sum(li.quantity - coalesce(li.returned_quantity, 0)) as quantity
  from line_item li left join "order" o on o.id = li.order_id left join claim_order c on c.id = li.claim_order_id
    left join swap s on s.id = li.swap_id
  where (o.id is not null or c.id is not null or s.confirmed_at is not null)
    and o.canceled_at is null and c.canceled_at is null and s.canceled_at is null
  group by li.variant_id
)`
