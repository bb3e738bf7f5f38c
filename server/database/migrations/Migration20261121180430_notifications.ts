import { Migration } from '@mikro-orm/migrations'

/** Stores sent notifications, so that an administrator can send them again. */
export class Migration20261121180430_notifications extends Migration {
  override up(): void {
    this.addSql(notifications)
  }
}

const notifications = `
create table notification (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  event_name text not null,
  resource_type text not null,
  resource_id text not null,
  customer_id text references customer,
  "to" text not null,
  data jsonb not null,
  provider_id text not null,
  parent_id text references notification
);
create index on notification (created_at);
create index on notification (resource_id);
create index on notification (customer_id);
create index on notification (parent_id);
`
