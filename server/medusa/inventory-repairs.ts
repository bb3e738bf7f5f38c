/** Lines of orders, claims and confirmed swaps that are not canceled. */
const OPEN_LINES = `
  select li.id, li.variant_id, li.quantity - coalesce(li.fulfilled_quantity, 0) as unfulfilled
  from moving.line_item li left join moving."order" o on o.id = li.order_id
    left join moving.claim_order c on c.id = li.claim_order_id left join moving.swap s on s.id = li.swap_id
  where not coalesce(li.is_return, false) and (o.id is not null or c.id is not null or s.confirmed_at is not null)
    and o.canceled_at is null and c.canceled_at is null and s.canceled_at is null`

const newIdSql = (prefix: string) => `'${prefix}_' || upper(replace(gen_random_uuid()::text, '-', ''))`

/** Statements that adapt the staged rows of the inventory modules, in this order. */
export const INVENTORY_REPAIRS: readonly { what: string; sql: string }[] = [
  {
    what: 'inventory_level: set negative stock to 0',
    sql: `update moving.inventory_level set stocked_quantity = greatest(stocked_quantity, 0),
        incoming_quantity = greatest(incoming_quantity, 0)
      where stocked_quantity < 0 or incoming_quantity < 0`,
  },
  {
    what: 'reservation_item: removed reservations of lines that no open order, claim or swap has',
    sql: `delete from moving.reservation_item r where line_item_id is not null
      and not exists (select from (${OPEN_LINES}) line where line.id = r.line_item_id)`,
  },
  {
    what: 'reservation_item: removed reservations without a level',
    sql: `delete from moving.reservation_item r where not exists (
      select from moving.inventory_level level
      where level.inventory_item_id = r.inventory_item_id and level.location_id = r.location_id)`,
  },
  {
    what: 'reservation_item: limited reservations to the unfulfilled quantity of their line',
    sql: `update moving.reservation_item r set quantity = greatest(0, counted.allowed - counted.before)
      from (
        select r.id, line.unfulfilled * coalesce(link.required_quantity, 1) as allowed,
          sum(r.quantity) over (partition by r.line_item_id, r.inventory_item_id order by r.created_at, r.id) - r.quantity as before
        from moving.reservation_item r join (${OPEN_LINES}) line on line.id = r.line_item_id
          left join moving.product_variant_inventory_item link
            on link.variant_id = line.variant_id and link.inventory_item_id = r.inventory_item_id
      ) counted
      where counted.id = r.id and counted.before + r.quantity > counted.allowed`,
  },
  {
    what: 'reservation_item: removed rows with a quantity of 0 or less',
    sql: 'delete from moving.reservation_item where quantity <= 0',
  },
  {
    what: 'inventory_level: set the reserved quantity to the sum of the reservations',
    sql: `update moving.inventory_level level set reserved_quantity = counted.quantity
      from (
        select l.id, coalesce(sum(r.quantity), 0) as quantity from moving.inventory_level l
        left join moving.reservation_item r on r.inventory_item_id = l.inventory_item_id and r.location_id = l.location_id
        group by l.id
      ) counted where counted.id = level.id and level.reserved_quantity <> counted.quantity`,
  },
  {
    what: 'inventory_item: created items of managed variants without one',
    sql: `with created as (
        insert into moving.inventory_item (id, created_at, updated_at, requires_shipping, title)
        select ${newIdSql('iitem')}, now(), now(), true, v.id from moving.product_variant v
        where v.manage_inventory and v.deleted_at is null and not exists (
          select from moving.product_variant_inventory_item where variant_id = v.id)
        returning id, title
      )
      insert into moving.product_variant_inventory_item
        (id, created_at, updated_at, inventory_item_id, variant_id, required_quantity)
      select ${newIdSql('pvitem')}, now(), now(), id, title, 1 from created`,
  },
]
