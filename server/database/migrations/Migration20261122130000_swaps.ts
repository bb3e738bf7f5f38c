import { Migration } from '@mikro-orm/migrations'

/** Swaps and their carts. */
export class Migration20261122130000_swaps extends Migration {
  override up(): void {
    for (const sql of [tables, columns, rules, indexes, stock]) this.addSql(sql)
  }
}

/** The columns equal those of the entities. */
const tables = `
create table swap (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  fulfillment_status text not null,
  payment_status text not null,
  order_id text not null references "order",
  difference_due bigint,
  shipping_address_id text references address,
  cart_id text references cart,
  confirmed_at timestamptz(3),
  canceled_at timestamptz(3),
  no_notification boolean,
  allow_backorder boolean not null,
  idempotency_key text
);

create table custom_shipping_option (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  cart_id text not null references cart,
  shipping_option_id text not null references shipping_option,
  price bigint not null
);
`

const columns = `
alter table line_item add column agreed jsonb;
alter table refund add column swap_id text;
alter table line_item add foreign key (swap_id) references swap;
alter table shipping_method add foreign key (swap_id) references swap;
alter table fulfillment add foreign key (swap_id) references swap;
alter table return add foreign key (swap_id) references swap;
alter table payment add foreign key (swap_id) references swap;
alter table refund add foreign key (swap_id) references swap;
`

/** Only returned items have a negative price. */
const rules = `
alter table swap
  add check (fulfillment_status in ('not_fulfilled', 'fulfilled', 'shipped', 'partially_shipped', 'canceled', 'requires_action')),
  add check (payment_status in ('not_paid', 'awaiting', 'captured', 'confirmed', 'canceled', 'difference_refunded', 'partially_refunded', 'refunded', 'requires_action')),
  add constraint swap_confirmed_check check (
    (confirmed_at is null) = (difference_due is null) and (confirmed_at is not null or payment_status in ('not_paid', 'canceled'))),
  add constraint swap_canceled_check check (
    canceled_at is null or (payment_status = 'canceled' and fulfillment_status = 'canceled'));
alter table custom_shipping_option add check (price >= 0);
alter table line_item drop constraint line_item_unit_price_check,
  add constraint line_item_unit_price_check check (unit_price >= 0 or (is_return and agreed is not null and order_id is null));
alter table payment add constraint payment_of_swap_check check (swap_id is null or order_id is not null);
create unique index on swap (cart_id);
create unique index on custom_shipping_option (cart_id, shipping_option_id);
create unique index on return (swap_id) where swap_id is not null;
create unique index on payment (swap_id) where swap_id is not null;
`

/** Partial indexes, because few of these rows belong to swaps. */
const indexes = `
create index on swap (order_id);
create index on swap (shipping_address_id);
create index on swap (created_at, id);
create index on custom_shipping_option (shipping_option_id);
create index on line_item (swap_id) where swap_id is not null;
create index on shipping_method (swap_id) where swap_id is not null;
create index on fulfillment (swap_id) where swap_id is not null;
create index on refund (swap_id) where swap_id is not null;
`

/** The trigger accepts negative stock from a statement that sets `cartwright.owed`, as swaps with backorders do. */
const stock = `
drop trigger product_variant_stock on product_variant;
create trigger product_variant_stock after update of inventory_quantity on product_variant
  for each row when (
    new.inventory_quantity < 0 and new.manage_inventory and not new.allow_backorder
    and new.inventory_quantity < old.inventory_quantity and coalesce(current_setting('cartwright.owed', true), '') <> 'true')
  execute function refuse_stock_below_nothing();
`
