import type { Page } from './pages.ts'

const list = (rows: string) => `(select coalesce(json_agg(r), '[]') from (${rows}) r)`
const one = (row: string) => `(select row_to_json(r) from (${row}) r)`

const lines = (where: string) =>
  list(`
    select li.*, ${one('select * from product_variant where id = li.variant_id')} as variant,
      ${list('select * from line_item_tax_line where item_id = li.id order by id')} as tax_lines,
      ${list('select * from line_item_adjustment where item_id = li.id order by id')} as adjustments
    from line_item li where ${where} order by li.created_at, li.id`)

const OPTION = `, ${one('select * from shipping_option where id = sm.shipping_option_id')} as shipping_option`
const REASON = `, ${one('select * from return_reason where id = ri.reason_id')} as reason`

const shipping = (where: string, more = '') => `
  select sm.*${more},
    ${list('select * from shipping_method_tax_line where shipping_method_id = sm.id order by id')} as tax_lines
  from shipping_method sm where ${where} order by sm.id`

const fulfillments = (where: string) =>
  list(`
    select f.*, ${list('select * from fulfillment_item where fulfillment_id = f.id order by item_id')} as items,
      ${list('select * from tracking_link where fulfillment_id = f.id order by created_at, id')} as tracking_links
    from fulfillment f where ${where} order by f.created_at, f.id`)

const returned = (where: string, { option = '', reason = '' } = {}) => `
  select r.*, ${one(shipping('sm.return_id = r.id', option))} as shipping_method,
    ${list(`select ri.*${reason} from return_item ri where ri.return_id = r.id order by ri.item_id`)} as items
  from return r where ${where} order by r.created_at, r.id`

const claims = (where: string) =>
  list(`
    select cl.*, ${one('select * from address where id = cl.shipping_address_id')} as shipping_address,
      ${one(returned('r.claim_order_id = cl.id'))} as return_order,
      ${lines('li.claim_order_id = cl.id')} as additional_items,
      ${list(shipping('sm.claim_order_id = cl.id'))} as shipping_methods,
      ${fulfillments('f.claim_order_id = cl.id')} as fulfillments,
      ${list(`
        select ci.*, ${one('select * from line_item where id = ci.item_id')} as item,
          ${list('select * from claim_image where claim_item_id = ci.id order by created_at, id')} as images
        from claim_item ci where ci.claim_order_id = cl.id order by ci.created_at, ci.id`)} as claim_items
    from claim_order cl where ${where} order by cl.created_at, cl.id`)

const swaps = (where: string) =>
  list(`
    select sw.*, ${one('select * from address where id = sw.shipping_address_id')} as shipping_address,
      ${one('select * from payment where swap_id = sw.id')} as payment,
      ${one(returned('r.swap_id = sw.id', { option: OPTION }))} as return_order,
      ${lines('li.swap_id = sw.id')} as additional_items,
      ${list(shipping('sm.swap_id = sw.id', OPTION))} as shipping_methods,
      ${fulfillments('f.swap_id = sw.id')} as fulfillments
    from swap sw where ${where} order by sw.created_at, sw.id`)

const CUSTOMER =
  'id, created_at, updated_at, deleted_at, metadata, email, first_name, last_name, phone, has_account, billing_address_id'

/** The default columns and relations of an order. */
const SHOWN = `
  select o.*,
    ${one('select * from address where id = o.billing_address_id')} as billing_address,
    ${one('select * from address where id = o.shipping_address_id')} as shipping_address,
    ${one(`select ${CUSTOMER} from customer where id = o.customer_id`)} as customer,
    ${one('select * from region where id = o.region_id')} as region,
    ${one('select * from sales_channel where id = o.sales_channel_id')} as sales_channel,
    ${lines('li.order_id = o.id')} as items,
    ${list(shipping('sm.order_id = o.id', OPTION))} as shipping_methods,
    ${list(`
      select d.*, ${one('select * from discount_rule where id = d.rule_id')} as rule
      from discount d join order_discounts l on l.discount_id = d.id where l.order_id = o.id`)} as discounts,
    ${list('select g.* from gift_card g join order_gift_cards l on l.gift_card_id = g.id where l.order_id = o.id')} as gift_cards,
    ${list('select * from gift_card_transaction where order_id = o.id')} as gift_card_transactions,
    ${list('select * from payment where order_id = o.id order by created_at, id')} as payments,
    ${list('select * from refund where order_id = o.id order by created_at, id')} as refunds,
    ${fulfillments('f.order_id = o.id')} as fulfillments,
    ${list(returned('r.order_id = o.id', { option: OPTION, reason: REASON }))} as returns,
    ${claims('cl.order_id = o.id')} as claims,
    ${swaps('sw.order_id = o.id')} as swaps
`

const orders = (where: string, { order = 'o.created_at desc, o.id desc', offset = 0 } = {}) => ({
  rows: `${SHOWN} from (select * from "order" o where ${where} order by ${order} limit 50 offset ${offset}) o order by ${order}`,
  count: `select count(*) from "order" o where ${where}`,
})

const found = (text: string) => `o.id in (
  select id from "order" where email ilike '%${text}%'
  union select o.id from address a join "order" o on o.shipping_address_id = a.id where a.first_name ilike '%${text}%'
  union select o.id from customer c join "order" o on o.customer_id = c.id
    where c.first_name ilike '%${text}%' or c.last_name ilike '%${text}%' or c.phone ilike '%${text}%')`

export const ORDER_PAGES: Page[] = [
  { path: '/admin/orders', ...orders('true') },
  { path: '/admin/orders?offset=50000', ...orders('true', { offset: 50_000 }) },
  { path: '/admin/orders?order=-display_id', ...orders('true', { order: 'o.display_id desc, o.id desc' }) },
  { path: '/admin/orders?status[]=completed', ...orders(`o.status in ('completed')`) },
  {
    path: '/admin/orders?payment_status[]=captured&fulfillment_status[]=not_fulfilled',
    ...orders(`o.payment_status in ('captured') and o.fulfillment_status in ('not_fulfilled')`),
  },
  { path: '/admin/orders?email=buyer77777@example.com', ...orders(`o.email = 'buyer77777@example.com'`) },
  { path: '/admin/orders?q=buyer7777', ...orders(found('buyer7777')) },
  { path: '/admin/orders?q=grace', ...orders(found('grace')) },
]
