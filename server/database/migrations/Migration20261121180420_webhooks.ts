import { Migration } from '@mikro-orm/migrations'

/** Webhooks and their deliveries. */
export class Migration20261121180420_webhooks extends Migration {
  override up(): void {
    for (const sql of [webhooks, deliveries]) this.addSql(sql)
  }
}

const webhooks = `
create table webhook (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  url text not null,
  secret text not null,
  events text[] not null check (cardinality(events) > 0),
  is_active boolean not null
);
`

const deliveries = `
create table webhook_delivery (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  webhook_id text not null references webhook on delete cascade,
  event_id bigint not null references event on delete cascade,
  event_name text not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null check (attempts >= 0),
  response_code integer,
  error text,
  delivered_at timestamptz(3),
  check ((status = 'delivered') = (delivered_at is not null)),
  unique (webhook_id, event_id)
);
create index on webhook_delivery (webhook_id, created_at);
create index on webhook_delivery (event_id);
create index webhook_delivery_pending on webhook_delivery (updated_at) where status = 'pending';
`
