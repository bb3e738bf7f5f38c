import { Migration } from '@mikro-orm/migrations'

/** The audit log: the action of a user with the rows that it changed, before and after. */
export class Migration20261121180200_audit extends Migration {
  override up(): void {
    for (const sql of [auditLog, auditImage, auditChange]) this.addSql(sql)
  }
}

const auditLog = `
create table audit_log (
  id text primary key,
  created_at timestamptz(3) not null,
  user_id text not null references "user",
  authenticated_by text not null check (authenticated_by in ('session', 'jwt', 'api_token')),
  procedure text not null,
  resource_type text not null,
  resource_ids text[] not null,
  changes jsonb not null,
  change_count integer not null,
  request_id text not null,
  ip text not null,
  idempotency_key text
);
create index on audit_log (created_at, id);
create index on audit_log (user_id, created_at);
create index on audit_log (procedure, created_at);
create index on audit_log (resource_type, created_at);
create index on audit_log using gin (resource_ids);
`

/**
 * Returns the columns that differ from the other image of the row. Without another image, returns the columns that are
 * not null.
 */
const auditImage = `
create function audit_image(of_table text, image jsonb, other jsonb, secrets text[]) returns jsonb
language sql stable as $$
  select coalesce(jsonb_object_agg(key, case
      when of_table || '.' || key = any(secrets) and value <> 'null' then '"[redacted]"'
      when length(value::text) > 2000 then to_jsonb(left(value::text, 2000) || '…')
      else value end), '{}')
  from jsonb_each(image)
  where case when other is null then value <> 'null' else value is distinct from other -> key end
$$;
`

/**
 * Adds a changed row to a setting of the transaction. The setting holds at most 100 rows and 256 kB. Further rows are
 * only counted.
 */
const auditChange = `
create function audit_change() returns trigger language plpgsql as $$
declare
  counted integer;
  collected text;
  secrets text[] := string_to_array(current_setting('cartwright.audit_secrets', true), ',');
  before jsonb;
  after jsonb;
  change jsonb;
begin
  if tg_op = 'UPDATE' and old *= new then return null; end if;
  counted := coalesce(nullif(current_setting('cartwright.audit_count', true), ''), '0')::integer + 1;
  perform set_config('cartwright.audit_count', counted::text, true);
  if counted > 100 then return null; end if;
  collected := coalesce(current_setting('cartwright.audit_changes', true), '');
  if length(collected) > 262144 then return null; end if;
  if tg_op <> 'INSERT' then before := to_jsonb(old); end if;
  if tg_op <> 'DELETE' then after := to_jsonb(new); end if;
  change := jsonb_build_object(
    'table', tg_table_name,
    'action', case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end,
    'ids', (select coalesce(jsonb_agg(coalesce(after, before) ->> key), '[]') from unnest(tg_argv) key),
    'before', case when before is not null then audit_image(tg_table_name, before, after, secrets) end,
    'after', case when after is not null then audit_image(tg_table_name, after, before, secrets) end);
  perform set_config('cartwright.audit_changes', concat_ws(',', nullif(collected, ''), change::text), true);
  return null;
end $$;
`
