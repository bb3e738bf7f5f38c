import { Migration } from '@mikro-orm/migrations'

/** Payment collections for order edits. */
export class Migration20261122120300_payment_collections extends Migration {
  override up(): void {
    for (const sql of [tables, references, rules]) this.addSql(sql)
  }
}

const tables = `
create table payment_collection (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  type text not null check (type = 'order_edit'),
  status text not null check (status in ('not_paid', 'awaiting', 'authorized', 'partially_authorized', 'canceled')),
  description text,
  amount bigint not null check (amount > 0),
  authorized_amount bigint,
  region_id text not null references region,
  currency_code text not null references currency,
  created_by text not null,
  constraint payment_collection_authorized_check check (authorized_amount between 0 and amount)
);

create table payment_collection_session (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  payment_collection_id text not null references payment_collection,
  provider_id text not null references payment_provider check (provider_id <> 'system'),
  status text not null check (status in ('pending', 'authorized', 'requires_more', 'error', 'canceled')),
  data jsonb not null,
  amount bigint not null check (amount > 0),
  payment_authorized_at timestamptz(3)
);
create index on payment_collection_session (payment_collection_id);
`

const references = `
alter table order_edit add column payment_collection_id text references payment_collection;
create unique index on order_edit (payment_collection_id);
alter table payment add column payment_collection_id text references payment_collection;
create index on payment (payment_collection_id) where payment_collection_id is not null;
alter table payment_attempt alter column cart_id drop not null,
  add column payment_collection_id text references payment_collection;
create index on payment_attempt (payment_collection_id) where payment_collection_id is not null;
`

/** A payment attempt belongs to a cart or to a collection. A session of a collection has one open attempt. */
const rules = `
alter table payment_attempt add constraint payment_attempt_of_check check (num_nonnulls(cart_id, payment_collection_id) = 1);
create unique index payment_attempt_of_session on payment_attempt (session_id)
  where payment_collection_id is not null and status in ('started', 'pending', 'requires_more', 'authorized');
`
