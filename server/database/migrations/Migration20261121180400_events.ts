import { Migration } from '@mikro-orm/migrations'

/** What happens in the shop is written down with it, to be told to subscribers. */
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
