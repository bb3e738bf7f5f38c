import { Migration } from '@mikro-orm/migrations'

/** API keys with scopes, expiry and revocation. The audit log names the key. */
export class Migration20261121220200_api_keys extends Migration {
  override up(): void {
    for (const sql of [apiKeys, auditLog]) this.addSql(sql)
  }
}

const apiKeys = `
create table api_key (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  name text not null,
  hint text not null,
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  scopes text[] not null check (cardinality(scopes) > 0),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  created_by text not null references "user",
  made_by_key_id text references api_key
);
create index on api_key (created_by);
create index on api_key (made_by_key_id);
`

const auditLog = `
alter table audit_log
  add column api_key_id text references api_key,
  drop constraint audit_log_authenticated_by_check,
  add constraint audit_log_authenticated_by_check
    check (authenticated_by in ('session', 'jwt', 'api_token', 'api_key')),
  add constraint audit_log_api_key_check check ((authenticated_by = 'api_key') = (api_key_id is not null));
create index on audit_log (api_key_id, created_at) where api_key_id is not null;
`
