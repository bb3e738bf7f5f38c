/** Statements that adapt the staged rows of Medusa to the constraints of the shop, in this order. */
export const REPAIRS: readonly { what: string; sql: string }[] = [
  ...['payment', 'fulfillment'].map((kind) => ({
    what: `${kind}_provider: added providers that other rows name`,
    sql: namedProviders(kind),
  })),
  ...['customer', 'user'].map((table) => ({
    what: `${table}: changed e-mail addresses to lower case`,
    sql: lowerEmails(table),
  })),
  {
    what: 'customer: copied metadata.stripe_id to the accounts at payment providers',
    sql: `update moving.customer c set payment_accounts = jsonb_build_object('stripe', metadata ->> 'stripe_id')
      where has_account and metadata ->> 'stripe_id' ~ '^cus_[A-Za-z0-9]+$' and not exists (
        select from moving.customer other
        where other.metadata ->> 'stripe_id' = c.metadata ->> 'stripe_id' and other.email <> c.email)`,
  },
  {
    what: 'product_variant: set negative inventory to 0',
    sql: 'update moving.product_variant set inventory_quantity = 0 where inventory_quantity < 0',
  },
  {
    what: 'money_amount: removed negative prices',
    sql: 'delete from moving.money_amount where amount < 0',
  },
  ...['claim_item', 'fulfillment_item', 'line_item', 'return_item'].map((table) => ({
    what: `${table}: removed rows with a quantity of 0 or less`,
    sql: `delete from moving.${table} where quantity <= 0`,
  })),
  {
    what: 'line_item: limited fulfilled, shipped and returned quantities to the ordered quantity',
    sql: `update moving.line_item set fulfilled_quantity = counted.fulfilled,
        shipped_quantity = case when shipped_quantity is null then null else least(shipped_quantity, counted.fulfilled) end,
        returned_quantity = case when returned_quantity is null then null else least(returned_quantity, counted.fulfilled) end
      from (select id as line_id, least(quantity,
          greatest(0, fulfilled_quantity, shipped_quantity, returned_quantity)) as fulfilled from moving.line_item) counted
      where line_id = id and greatest(fulfilled_quantity, shipped_quantity, returned_quantity) is not null
        and (fulfilled_quantity is distinct from counted.fulfilled or shipped_quantity > counted.fulfilled
          or returned_quantity > counted.fulfilled)`,
  },
  {
    what: 'discount_rule: limited values to 0 or more, and percentages to 100',
    sql: `update moving.discount_rule set value = case when value < 0 then 0 else 100 end
      where value < 0 or type = 'percentage' and value > 100`,
  },
  {
    what: 'discount: set the usage count to the number of orders with the discount that are not canceled',
    sql: `update moving.discount d set usage_count = used.times
      from (
        select id, (
          select count(*) from moving.order_discounts l join moving."order" o on o.id = l.order_id
          where l.discount_id = d.id and o.status <> 'canceled') as times
        from moving.discount d
      ) used where used.id = d.id and usage_count <> used.times`,
  },
  {
    what: 'discount: raised usage limits below the usage count',
    sql: 'update moving.discount set usage_limit = usage_count where usage_count > usage_limit',
  },
  {
    what: 'gift_card: raised values below the balance, and negative balances to 0',
    sql: 'update moving.gift_card set balance = greatest(balance, 0), value = greatest(value, balance) where balance not between 0 and value',
  },
  {
    what: 'payment: marked refunded payments as captured',
    sql: `update moving.payment set captured_at = updated_at
      where captured_at is null and canceled_at is null and amount_refunded > 0`,
  },
  {
    what: 'payment: marked captured and canceled payments as canceled if the cart has another payment',
    sql: `update moving.payment p set captured_at = null, amount_refunded = 0
      where captured_at is not null and canceled_at is not null and exists (
        select from moving.payment other where other.cart_id = p.cart_id and other.id <> p.id and other.canceled_at is null)`,
  },
  {
    what: 'payment: marked the other captured and canceled payments as captured',
    sql: 'update moving.payment set canceled_at = null where captured_at is not null and canceled_at is not null',
  },
  {
    what: 'payment: limited refunded amounts to the range from 0 to the payment',
    sql: `update moving.payment set amount_refunded = least(greatest(amount_refunded, 0), amount)
      where amount_refunded not between 0 and amount`,
  },
  ...['claim_order', 'return'].map((table) => ({
    what: `${table}: set negative refund amounts to 0`,
    sql: `update moving."${table}" owner set refund_amount = 0 where refund_amount < 0`,
  })),
  {
    what: 'claim_order: removed refunds from replacement claims',
    sql: `update moving.claim_order set refund_amount = null, payment_status = 'na'
      where type = 'replace' and (refund_amount <> 0 or payment_status <> 'na')`,
  },
  {
    what: 'claim_order: marked refund claims without a refund as having nothing to refund',
    sql: `update moving.claim_order set payment_status = 'na'
      where type = 'refund' and payment_status = 'refunded' and coalesce(refund_amount, 0) = 0`,
  },
  {
    what: 'shipping_method: kept shipping free that was added to orders with free shipping',
    sql: `update moving.shipping_method sm set is_free = true
      where order_id is not null and cart_id is null and exists (
        select from moving.order_discounts l join moving.discount d on d.id = l.discount_id
          join moving.discount_rule r on r.id = d.rule_id
        where l.order_id = sm.order_id and r.type = 'free_shipping')`,
  },
  {
    what: 'payment: added the order to payments of swaps',
    sql: `update moving.payment p set order_id = s.order_id from moving.swap s
      where s.id = p.swap_id and p.order_id is null`,
  },
  { what: 'refund: removed refunds of 0 or less', sql: 'delete from moving.refund where amount <= 0' },
  {
    what: 'refund: added the payment with the largest refunded amount of the order',
    sql: `update moving.refund r set payment_id = p.id
      from (
        select distinct on (order_id) order_id, id from moving.payment where captured_at is not null
        order by order_id, amount_refunded desc, created_at, id
      ) p where p.order_id = r.order_id and r.payment_id is null`,
  },
  {
    what: 'refund: added the claim to refunds of claims',
    sql: refundsOf('claim_order', { key: 'claim_order_id', reason: 'claim', which: `type = 'refund'` }),
  },
  {
    what: 'refund: added the return to refunds of returns',
    sql: refundsOf('return', {
      key: 'return_id',
      reason: 'return',
      which: `status = 'received' and claim_order_id is null and swap_id is null`,
    }),
  },
  {
    what: 'order: set the payment status of refunded orders',
    sql: `update moving."order" o set payment_status = case when paid.refunded < paid.amount then 'partially_refunded' else 'refunded' end
      from (
        select order_id, sum(amount) as amount, sum(amount_refunded) as refunded from moving.payment
        where canceled_at is null and (swap_id is null or captured_at is not null)
        group by order_id having bool_and(captured_at is not null) and sum(amount_refunded) > 0
      ) paid
      where paid.order_id = o.id and o.canceled_at is null and payment_status in ('captured', 'partially_refunded', 'refunded')
        and payment_status <> case when paid.refunded < paid.amount then 'partially_refunded' else 'refunded' end`,
  },
  {
    what: 'payment_session: removed sessions with a negative amount or with the provider "system"',
    sql: `delete from moving.payment_session where amount < 0 or provider_id = 'system'`,
  },
  {
    what: 'region_payment_providers: removed the provider "system"',
    sql: `delete from moving.region_payment_providers where provider_id = 'system'`,
  },
  {
    what: 'payment_session: replaced false in is_selected with null',
    sql: 'update moving.payment_session set is_selected = null where is_selected = false',
  },
  {
    what: 'fulfillment: removed fulfillments without an order, claim and swap, which a double click in Medusa leaves',
    sql: `delete from moving.fulfillment where order_id is null and claim_order_id is null and swap_id is null`,
  },
  {
    what: 'fulfillment: marked shipped and canceled fulfillments as shipped',
    sql: 'update moving.fulfillment set canceled_at = null where shipped_at is not null and canceled_at is not null',
  },
  {
    what: 'draft_order: opened completed draft orders that have no order',
    sql: `update moving.draft_order set status = 'open' where status = 'completed' and order_id is null`,
  },
  {
    what: 'payment_collection: removed collections without an order edit or amount',
    sql: `delete from moving.payment_collection c
      where amount <= 0 or not exists (select from moving.order_edit where payment_collection_id = c.id)`,
  },
  {
    what: 'payment_collection: canceled collections of declined and canceled order edits',
    sql: `update moving.payment_collection c set status = 'canceled' from moving.order_edit e
      where e.payment_collection_id = c.id and e.status in ('declined', 'canceled')
        and c.status <> 'canceled' and coalesce(authorized_amount, 0) = 0`,
  },
  {
    what: 'swap: marked unconfirmed swaps as not paid',
    sql: `update moving.swap set payment_status = 'not_paid', difference_due = null
      where confirmed_at is null and payment_status <> 'canceled' and (payment_status <> 'not_paid' or difference_due is not null)`,
  },
  {
    what: 'line_item: saved the totals of lines that a swap returns',
    sql: `
      update moving.line_item l set agreed = jsonb_build_object('total', agreed.total, 'tax_lines', agreed.tax_lines,
        'adjustments', '[]'::jsonb)
      from (
        select li.id as line_id,
          li.unit_price * li.quantity + case when li.includes_tax then 0 else coalesce(sum(t.amount), 0) end as total,
          coalesce(jsonb_agg(jsonb_build_object('rate', t.rate, 'name', t.name, 'code', t.code, 'amount', t.amount))
            filter (where t.rate is not null), '[]') as tax_lines
        from moving.line_item li left join (
          select item_id, rate, name, code,
            round(unit_price * quantity * rate / (100 + case when includes_tax then rate else 0 end)) as amount
          from moving.line_item_tax_line tax join moving.line_item taxed on taxed.id = tax.item_id where unit_price < 0
        ) t on t.item_id = li.id
        where li.unit_price < 0 group by li.id, li.unit_price, li.quantity, li.includes_tax
      ) agreed where line_id = l.id`,
  },
  {
    what: 'claim_item: divided refunds of claims among their items by price',
    sql: sharesOf('claim_item', 'claim_order', 'claim_order_id'),
  },
  {
    what: 'return_item: divided refunds of returns among their items by price',
    sql: sharesOf('return_item', 'return', 'return_id'),
  },
]

/** Accounts with the same e-mail are not merged: one of them gets the address in lower case, see `mergeDuplicates`. */
function lowerEmails(table: string): string {
  return `
  update moving."${table}" t set email = lower(t.email)
  from (
    select id, row_number() over (partition by lower(email), ${table === 'customer' ? 'has_account, ' : ''}deleted_at is null
      order by email <> lower(email), created_at, id) as place
    from moving."${table}"
  ) ranked
  where ranked.id = t.id and (place = 1 or t.deleted_at is not null) and t.email <> lower(t.email)`
}

/**
 * Divides the refund of each owner among its items. The shares are integers in minor units and add up to the refund.
 */
function sharesOf(items: string, owners: string, key: string): string {
  return `
    update moving.${items} i set refund_amount = share.until - share.before
    from (
      select item.ctid as row,
        floor(owner.refund_amount * sum(item.worth) over upto / nullif(sum(item.worth) over whole, 0)) as until,
        floor(owner.refund_amount * (sum(item.worth) over upto - item.worth) / nullif(sum(item.worth) over whole, 0)) as before
      from (
        select i.ctid, i.${key}, i.item_id, greatest(i.quantity * li.unit_price, 1)::numeric as worth
        from moving.${items} i join moving.line_item li on li.id = i.item_id
      ) item join moving."${owners}" owner on owner.id = item.${key}
      where owner.refund_amount > 0
      window upto as (partition by item.${key} order by item.item_id, item.ctid),
        whole as (partition by item.${key})
    ) share where share.row = i.ctid`
}

/**
 * A refund in Medusa names only its order. Its owner is the return or claim of that order with the same reason
 * and amount, in order of creation.
 */
function refundsOf(owners: string, { key, reason, which }: { key: string; reason: string; which: string }): string {
  return `
    update moving.refund r set ${key} = owner.id
    from (
      select id, order_id, refund_amount,
        row_number() over (partition by order_id, refund_amount order by created_at, id) as number
      from moving."${owners}" where refund_amount > 0 and ${which}
    ) owner join (
      select id as refund_id, order_id, amount,
        row_number() over (partition by order_id, amount order by created_at, id) as number
      from moving.refund where reason = '${reason}'
    ) numbered on numbered.order_id = owner.order_id and numbered.amount = owner.refund_amount
      and numbered.number = owner.number
    where numbered.refund_id = r.id`
}

function namedProviders(kind: string): string {
  const tables = kind === 'payment' ? ['payment', 'payment_session'] : ['fulfillment', 'shipping_option']
  const named = tables.map((table) => `select provider_id as id from moving.${table}`).join(' union ')
  return `insert into moving.${kind}_provider (id, is_installed)
    select id, false from (${named}) named where id not in (select id from moving.${kind}_provider)`
}
