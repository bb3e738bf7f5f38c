export interface Page {
  path: string
  rows: string
  count: string
}

const customers = (where: string, { order = 'created_at desc, id desc', offset = 0 } = {}) => ({
  rows: `select id, created_at, updated_at, deleted_at, metadata, email, first_name, last_name, phone, has_account,
      billing_address_id
    from customer where deleted_at is null and ${where} order by ${order} limit 50 offset ${offset}`,
  count: `select count(*) from customer where deleted_at is null and ${where}`,
})

const discounts = (where: string, { order = 'd.created_at desc, d.id desc' } = {}) => ({
  rows: `
    select d.*, row_to_json(r.*) as rule, row_to_json(p.*) as parent_discount,
      (select coalesce(json_agg(c), '[]') from discount_condition c
       where c.discount_rule_id = d.rule_id and c.deleted_at is null) as conditions,
      (select coalesce(json_agg(g), '[]') from region g join discount_regions l on l.region_id = g.id
       where l.discount_id = d.id and g.deleted_at is null) as regions
    from discount d join discount_rule r on r.id = d.rule_id left join discount p on p.id = d.parent_discount_id
    where d.deleted_at is null and ${where} order by ${order} limit 20`,
  count: `select count(*) from discount d join discount_rule r on r.id = d.rule_id
    where d.deleted_at is null and ${where}`,
})

const found = (columns: string[], text: string) =>
  `(${columns.map((column) => `${column} ilike '%${text}%'`).join(' or ')})`

export const PAGES: Page[] = [
  { path: '/admin/customers', ...customers('true') },
  { path: '/admin/customers?offset=50000', ...customers('true', { offset: 50_000 }) },
  { path: '/admin/customers?order=email', ...customers('true', { order: 'email, id' }) },
  { path: '/admin/customers?has_account=false', ...customers('not has_account') },
  { path: '/admin/customers?q=turing77', ...customers(found(['email', 'first_name', 'last_name'], 'turing77')) },
  {
    path: '/admin/customers?groups[]=cgrp_3',
    ...customers(`id in (select customer_id from customer_group_customers where customer_group_id = 'cgrp_3')`),
  },
  { path: '/admin/discounts', ...discounts('true') },
  { path: '/admin/discounts?q=code77', ...discounts(found(['d.code'], 'code77')) },
  { path: '/admin/discounts?rule[type]=fixed', ...discounts(`r.type = 'fixed'`) },
  { path: '/admin/discounts?is_dynamic=true&is_disabled=false', ...discounts('d.is_dynamic and not d.is_disabled') },
  { path: '/admin/discounts?order=rule.value', ...discounts('true', { order: 'r.value, d.id' }) },
]
