import { Migration } from '@mikro-orm/migrations'

/** The transaction that changes a row also stores its event. Subscribers receive the event later. */
export class Migration20261121180400_events extends Migration {
  override up(): void {
    this.addSql(events)
  }
}

const events = `
create table event (
  id bigint generated always as identity primary key,
  created_at timestamptz(3) not null,
  name text not null,
  payload jsonb not null,
  is_private boolean not null
);
create index on event (created_at);
create index on event (name, id);
`
