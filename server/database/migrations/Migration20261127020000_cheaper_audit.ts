import { Migration } from '@mikro-orm/migrations'

/** Audits most inserted and updated rows with one small query. The recorded changes stay the same. */
export class Migration20261127020000_cheaper_audit extends Migration {
  override up(): void {
    for (const sql of [auditInserts, auditChange]) this.addSql(sql)
  }
}

// PostgreSQL prepares all expressions of a query for each execution, so this query has only what simple rows need. A simple
// row has no long values, and no objects or arrays, whose null values must stay.
const collectSimpleRows = (ids: string) => `
    select count(*),
      bool_and(octet_length(image::text) <= 2000 and image::text not like '_%{%' and image::text not like '%[%'),
      string_agg(start || ${ids} || '],"after":' || json_strip_nulls(image)::text || '}', ',')
    into inserted_count, are_simple, rows
    from (select row_to_json(inserted) as image from inserted limit greatest(100 - counted, 0)) images;`

const keyOf = (i: number) => `to_json(image ->> tg_argv[${i}])::text`

// PostgreSQL knows the bytes of a text, but counts its characters.
const auditInserts = `
create or replace function audit_inserts() returns trigger language plpgsql as $$
declare
  counted integer := coalesce(nullif(current_setting('cartwright.audit_count', true), ''), '0')::integer;
  collected text := coalesce(current_setting('cartwright.audit_changes', true), '');
  start constant text := '{"table":' || to_json(tg_table_name) || ',"action":"create","before":null,"ids":[';
  inserted_count integer;
  are_simple boolean;
  rows text;
  secrets text[];
  changes text[];
  change text;
begin
  if counted < 100 and strpos(',' || current_setting('cartwright.audit_secrets', true), ',' || tg_table_name || '.') = 0 then
    if tg_nargs = 1 then ${collectSimpleRows(keyOf(0))}
    elsif tg_nargs = 2 then ${collectSimpleRows(`${keyOf(0)} || ',' || ${keyOf(1)}`)}
    end if;
  end if;
  if inserted_count = 0 then return null; end if;
  if are_simple and counted + inserted_count < 100 and octet_length(collected) + octet_length(rows) < 262144 then
    rows := set_config('cartwright.audit_changes', concat_ws(',', nullif(collected, ''), rows), true);
  else
    secrets := string_to_array(current_setting('cartwright.audit_secrets', true), ',');
    select (select count(*) from inserted), array_agg(json_build_object(
      'table', tg_table_name,
      'action', 'create',
      'ids', (select coalesce(json_agg(image ->> key), '[]') from unnest(tg_argv) key),
      'before', null,
      'after', audit_image(tg_table_name, image, null, secrets))::text)
    into inserted_count, changes
    from (select to_jsonb(inserted) as image from inserted limit greatest(100 - counted, 0)) images;
    foreach change in array coalesce(changes, '{}') loop
      exit when octet_length(collected) > 262144 and length(collected) > 262144;
      collected := concat_ws(',', nullif(collected, ''), change);
    end loop;
    collected := set_config('cartwright.audit_changes', collected, true);
  end if;
  counted := set_config('cartwright.audit_count', (counted + inserted_count)::text, true);
  return null;
end $$;
`

// One query finds the changed columns. Secrets and long values need audit_image, which runs a query for each image.
const auditChange = `
create or replace function audit_change() returns trigger language plpgsql as $$
declare
  secrets constant text := coalesce(current_setting('cartwright.audit_secrets', true), '');
  collected text := coalesce(current_setting('cartwright.audit_changes', true), '');
  counted integer;
  before jsonb;
  after jsonb;
  ids jsonb;
  shown_before jsonb;
  shown_after jsonb;
begin
  if tg_op = 'UPDATE' and old *= new then return null; end if;
  counted := coalesce(nullif(current_setting('cartwright.audit_count', true), ''), '0')::integer + 1;
  counted := set_config('cartwright.audit_count', counted::text, true);
  if counted > 100 or length(collected) > 262144 then return null; end if;
  if tg_op <> 'INSERT' then before := to_jsonb(old); end if;
  if tg_op <> 'DELETE' then after := to_jsonb(new); end if;
  if tg_op = 'UPDATE' then
    select coalesce(jsonb_object_agg(key, value), '{}'), coalesce(jsonb_object_agg(key, after -> key), '{}')
    into shown_before, shown_after
    from jsonb_each(before) where value is distinct from after -> key;
  end if;
  if tg_op <> 'UPDATE' or octet_length(shown_before::text) > 2000 or octet_length(shown_after::text) > 2000
    or strpos(',' || secrets, ',' || tg_table_name || '.') > 0
  then
    shown_before := case when before is not null
      then audit_image(tg_table_name, before, after, string_to_array(secrets, ',')) end;
    shown_after := case when after is not null
      then audit_image(tg_table_name, after, before, string_to_array(secrets, ',')) end;
  end if;
  if tg_nargs = 1 then
    ids := jsonb_build_array(coalesce(after, before) ->> tg_argv[0]);
  elsif tg_nargs = 2 then
    ids := jsonb_build_array(coalesce(after, before) ->> tg_argv[0], coalesce(after, before) ->> tg_argv[1]);
  else
    ids := (select coalesce(jsonb_agg(coalesce(after, before) ->> key), '[]') from unnest(tg_argv) key);
  end if;
  collected := concat_ws(',', nullif(collected, ''), jsonb_build_object(
    'table', tg_table_name,
    'action', case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end,
    'ids', ids,
    'before', shown_before,
    'after', shown_after)::text);
  collected := set_config('cartwright.audit_changes', collected, true);
  return null;
end $$;
`
