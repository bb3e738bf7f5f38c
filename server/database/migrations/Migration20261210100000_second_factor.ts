import { Migration } from '@mikro-orm/migrations'

/** Two-factor authentication, passkeys, and the devices of sessions. */
export class Migration20261210100000_second_factor extends Migration {
  override up(): void {
    for (const sql of [columns, secondFactor, passkey, rights]) this.addSql(sql)
  }
}

const columns = `
alter table "user"
  add column has_second_factor boolean not null default false,
  add column token_version integer not null default 0;
alter table store add column requires_second_factor boolean not null default false;
alter table session
  add column last_used_at timestamptz(3),
  add column user_agent text,
  add column address text;
`

const secondFactor = `
create table second_factor (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  user_id text not null unique references "user",
  app_secret text,
  app_step bigint not null,
  recovery_hashes text[] not null,
  failures integer not null,
  failing_since timestamptz(3)
);
create index on second_factor (created_at);
`

const passkey = `
create table passkey (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  user_id text not null references "user",
  name text not null,
  rp_id text not null,
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null,
  last_challenge bigint not null,
  last_used_at timestamptz(3)
);
create index on passkey (created_at);
create index on passkey (user_id);
`

const rights = `
update role set scopes = '{*,account.*,apiKeys.*,auth.*,events.*,invites.*,jobs.*,roles.*,users.*,webhooks.*}'
where name = 'admin'`
