import { Migration } from '@mikro-orm/migrations'

/** Publishable API keys, which limit a storefront to sales channels. */
export class Migration20261122120000_publishable_api_keys extends Migration {
  override up(): void {
    for (const sql of [keys, channels]) this.addSql(sql)
  }
}

const keys = `
create table publishable_api_key (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  title text not null,
  created_by text references "user",
  revoked_by text references "user",
  revoked_at timestamptz(3),
  constraint publishable_api_key_revoked_check check (revoked_by is null or revoked_at is not null)
);
create index on publishable_api_key (created_at);
`

const channels = `
create table publishable_api_key_sales_channel (
  publishable_key_id text not null references publishable_api_key on delete cascade,
  sales_channel_id text not null references sales_channel,
  primary key (publishable_key_id, sales_channel_id)
);
create index on publishable_api_key_sales_channel (sales_channel_id);
`
