import type { Client } from 'pg'

export interface RowCounts {
  customers: number
  discounts: number
}

/** One customer in 3 is a guest, and one in 10 is in a group. Half of the discounts are dynamic codes. */
export async function fill(db: Client, { customers, discounts }: RowCounts): Promise<void> {
  await db.query(`
    insert into customer_group (id, created_at, updated_at, name)
    select 'cgrp_' || i, now(), now(), 'Group ' || i from generate_series(1, 10) i`)
  await db.query(
    `insert into customer (id, created_at, updated_at, email, first_name, last_name, phone, has_account, metadata)
     select 'cus_' || lpad(i::text, 26, '0'), at, at, first || '.' || last || i || '@example.com',
       initcap(first), initcap(last), '+49' || i, i % 3 > 0, '{}'
     from generate_series(1, $1) i,
       lateral (select now() - make_interval(mins => i) as at,
         (array['ada','grace','alan','edsger','barbara','donald','margaret','dennis'])[1 + i % 8] as first,
         (array['byron','hopper','turing','dijkstra','liskov','knuth','hamilton'])[1 + i % 7] as last) made`,
    [customers],
  )
  await db.query(`
    insert into customer_group_customers (customer_id, customer_group_id)
    select id, 'cgrp_' || 1 + (row_number() over (order by id)) % 10 from customer where id like '%0'`)
  await db.query(
    `with rule as (
       insert into discount_rule (id, created_at, updated_at, type, value, allocation)
       select 'dru_' || i, now(), now(), (array['percentage','fixed','free_shipping'])[1 + i % 3], 10, 'total'
       from generate_series(1, $1) i)
     insert into discount (id, created_at, updated_at, code, is_dynamic, is_disabled, rule_id, parent_discount_id,
       starts_at, usage_count)
     select 'disc_' || lpad(i::text, 26, '0'), at, at, 'CODE' || md5(i::text), i % 2 = 0 or i <= 100, i % 5 = 0,
       'dru_' || case when is_child then 1 + i % 100 else i end,
       case when is_child then 'disc_' || lpad((1 + i % 100)::text, 26, '0') end, at, 0
     from generate_series(1, $1) i,
       lateral (select now() - make_interval(mins => i) as at, i > 100 and i % 2 = 0 as is_child) made`,
    [discounts],
  )
  await db.query(`
    insert into discount_regions (discount_id, region_id)
    select discount.id, region.id from discount, region where parent_discount_id is null on conflict do nothing`)
  await db.query(`
    insert into discount_condition (id, created_at, updated_at, type, operator, discount_rule_id)
    select 'discon_' || rule_id, now(), now(), 'products', 'in', rule_id from discount
    where parent_discount_id is null and id like '%5'`)
  await db.query('vacuum analyze')
}
