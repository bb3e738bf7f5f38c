import { Migration } from '@mikro-orm/migrations'

/** Fulfillments, returns, claims and draft orders. */
export class Migration20261121180300_after_sale extends Migration {
  override up(): void {
    for (const sql of [tables, foreignKeys, rules, indexes]) this.addSql(sql)
  }
}

/** The columns equal those of the entities. */
const tables = `
create sequence draft_order_display_id_seq;

create table fulfillment (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  metadata jsonb,
  order_id text,
  claim_order_id text,
  swap_id text,
  provider_id text not null,
  location_id text,
  no_notification boolean,
  tracking_numbers jsonb not null,
  data jsonb not null,
  shipped_at timestamptz(3),
  canceled_at timestamptz(3),
  idempotency_key text
);

create table fulfillment_item (
  fulfillment_id text not null,
  item_id text not null,
  quantity integer not null,
  primary key (fulfillment_id, item_id)
);

create table tracking_link (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  fulfillment_id text not null,
  tracking_number text not null,
  url text,
  idempotency_key text
);

create table return_reason (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  value text not null,
  label text not null,
  description text,
  parent_return_reason_id text
);

create table return (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  metadata jsonb,
  status text not null,
  order_id text,
  claim_order_id text,
  swap_id text,
  location_id text,
  shipping_data jsonb,
  refund_amount bigint not null,
  received_at timestamptz(3),
  no_notification boolean,
  idempotency_key text
);

create table return_item (
  return_id text not null,
  item_id text not null,
  quantity integer not null,
  is_requested boolean not null,
  requested_quantity integer,
  received_quantity integer,
  reason_id text,
  note text,
  metadata jsonb,
  primary key (return_id, item_id)
);

create table claim_order (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  type text not null,
  payment_status text not null,
  fulfillment_status text not null,
  order_id text not null,
  shipping_address_id text,
  refund_amount bigint,
  canceled_at timestamptz(3),
  no_notification boolean,
  idempotency_key text
);

create table claim_item (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  claim_order_id text not null,
  item_id text not null,
  variant_id text not null,
  reason text not null,
  note text,
  quantity integer not null
);

create table claim_image (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  claim_item_id text not null,
  url text not null
);

create table claim_tag (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  value text not null
);

create table claim_item_tags (
  claim_item_id text not null,
  claim_tag_id text not null,
  primary key (claim_item_id, claim_tag_id)
);

create table draft_order (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  metadata jsonb,
  status text not null,
  display_id integer not null default nextval('draft_order_display_id_seq'),
  cart_id text,
  order_id text,
  canceled_at timestamptz(3),
  completed_at timestamptz(3),
  no_notification_order boolean,
  idempotency_key text
);
`

/** PostgreSQL checks deferred keys at the commit. */
const foreignKeys = `
alter table fulfillment add foreign key (order_id) references "order";
alter table fulfillment add foreign key (claim_order_id) references claim_order;
alter table fulfillment add foreign key (provider_id) references fulfillment_provider;
alter table fulfillment_item add foreign key (fulfillment_id) references fulfillment on delete cascade;
alter table fulfillment_item add foreign key (item_id) references line_item;
alter table tracking_link add foreign key (fulfillment_id) references fulfillment on delete cascade;
alter table return_reason add foreign key (parent_return_reason_id) references return_reason;
alter table return add foreign key (order_id) references "order";
alter table return add foreign key (claim_order_id) references claim_order;
alter table return_item add foreign key (return_id) references return on delete cascade;
alter table return_item add foreign key (item_id) references line_item;
alter table return_item add foreign key (reason_id) references return_reason;
alter table claim_order add foreign key (order_id) references "order";
alter table claim_order add foreign key (shipping_address_id) references address;
alter table claim_item add foreign key (claim_order_id) references claim_order;
alter table claim_item add foreign key (item_id) references line_item;
alter table claim_item add foreign key (variant_id) references product_variant;
alter table claim_image add foreign key (claim_item_id) references claim_item on delete cascade;
alter table claim_item_tags add foreign key (claim_item_id) references claim_item on delete cascade;
alter table claim_item_tags add foreign key (claim_tag_id) references claim_tag on delete cascade;
alter table draft_order add foreign key (cart_id) references cart;
alter table draft_order add foreign key (order_id) references "order" deferrable initially deferred;
alter table "order" add foreign key (draft_order_id) references draft_order on delete set null deferrable initially deferred;
alter table line_item add foreign key (claim_order_id) references claim_order;
alter table shipping_method add foreign key (claim_order_id) references claim_order;
alter table shipping_method add foreign key (return_id) references return;
`

/** Limits of quantities and amounts: shipped ≤ fulfilled ≤ ordered, and refunded ≤ paid. */
const rules = `
alter table line_item
  add constraint line_item_fulfilled_check check (coalesce(fulfilled_quantity, 0) between 0 and quantity),
  add constraint line_item_shipped_check check (coalesce(shipped_quantity, 0) between 0 and coalesce(fulfilled_quantity, 0)),
  add constraint line_item_returned_check check (coalesce(returned_quantity, 0) between 0 and quantity);
alter table payment
  add constraint payment_refunded_check check (amount_refunded = 0 or captured_at is not null),
  add constraint payment_ended_check check (captured_at is null or canceled_at is null);
alter table fulfillment
  add constraint fulfillment_of_check check (num_nonnulls(order_id, claim_order_id, swap_id) = 1),
  add constraint fulfillment_ended_check check (shipped_at is null or canceled_at is null);
alter table fulfillment_item add check (quantity > 0);
alter table return
  add check (status in ('requested', 'received', 'requires_action', 'canceled')),
  add check (refund_amount >= 0),
  add constraint return_of_check check (num_nonnulls(order_id, claim_order_id, swap_id) > 0);
alter table return_item add check (quantity > 0), add check (received_quantity >= 0), add check (requested_quantity >= 0);
alter table claim_order
  add check (type in ('refund', 'replace')),
  add check (payment_status in ('na', 'not_refunded', 'refunded')),
  add check (fulfillment_status in ('not_fulfilled', 'partially_fulfilled', 'fulfilled', 'partially_shipped', 'shipped', 'partially_returned', 'returned', 'canceled', 'requires_action')),
  add check (refund_amount >= 0);
alter table claim_item
  add check (reason in ('missing_item', 'wrong_item', 'production_failure', 'other')),
  add check (quantity > 0);
alter table draft_order
  add check (status in ('open', 'completed')),
  add constraint draft_order_paid_check check (status <> 'completed' or order_id is not null);

create unique index on return (claim_order_id);
create unique index on shipping_method (return_id);
create unique index on return_reason (value) where deleted_at is null;
create unique index on claim_tag (value) where deleted_at is null;
create unique index on draft_order (display_id);
create unique index on draft_order (cart_id);
create unique index on draft_order (order_id);
`

/** Indexes for relations, and for lists in their default order. */
const indexes = `
create index on fulfillment (order_id);
create index on fulfillment (claim_order_id);
create index on fulfillment_item (item_id);
create index on tracking_link (fulfillment_id);
create index on return (order_id);
create index on return_item (item_id);
create index on return_item (reason_id);
create index on return_reason (parent_return_reason_id);
create index on claim_order (order_id);
create index on claim_order (shipping_address_id);
create index on claim_item (claim_order_id);
create index on claim_item (item_id);
create index on claim_item (variant_id);
create index on claim_image (claim_item_id);
create index on claim_item_tags (claim_tag_id);
create index on line_item (claim_order_id);
create index on line_item (original_item_id);
create index on shipping_method (claim_order_id);
create index on "order" (draft_order_id);
create index on return (created_at, id);
create index on draft_order (created_at, id);
`
