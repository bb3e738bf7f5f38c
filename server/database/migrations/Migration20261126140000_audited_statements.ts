import { Migration } from '@mikro-orm/migrations'

/** Writes the audit log and the periods of new prices with fewer queries. The recorded rows stay the same. */
export class Migration20261126140000_audited_statements extends Migration {
  override up(): void {
    for (const sql of [auditInserts, recordAddedPrices]) this.addSql(sql)
  }
}

// One query audits all rows of a statement, with the limits of audit_change. A simple row has no secrets, no long values,
// and no objects or arrays, whose null values must stay. PostgreSQL knows the bytes of a text, but counts its characters.
const auditInserts = `
create function audit_inserts() returns trigger language plpgsql as $$
declare
  secrets constant text := coalesce(current_setting('cartwright.audit_secrets', true), '');
  has_secrets constant boolean := strpos(',' || secrets, ',' || tg_table_name || '.') > 0;
  counted integer := coalesce(nullif(current_setting('cartwright.audit_count', true), ''), '0')::integer;
  collected text := coalesce(current_setting('cartwright.audit_changes', true), '');
  inserted_count integer;
  changes text[];
  change text;
begin
  select (select count(*) from inserted), array_agg(json_build_object(
    'table', tg_table_name,
    'action', 'create',
    'ids', case tg_nargs
      when 1 then json_build_array(image ->> tg_argv[0])
      when 2 then json_build_array(image ->> tg_argv[0], image ->> tg_argv[1])
      else (select coalesce(json_agg(image ->> key), '[]') from unnest(tg_argv) key) end,
    'before', null,
    'after', case
      when has_secrets or octet_length(image::text) > 2000 or image::text like '_%{%' or image::text like '%[%'
      then audit_image(tg_table_name, image::jsonb, null, string_to_array(secrets, ','))::json
      else json_strip_nulls(image) end)::text)
  into inserted_count, changes
  from (select row_to_json(inserted) as image from inserted limit greatest(100 - counted, 0)) images;
  foreach change in array coalesce(changes, '{}') loop
    exit when octet_length(collected) > 262144 and length(collected) > 262144;
    collected := concat_ws(',', nullif(collected, ''), change);
  end loop;
  counted := set_config('cartwright.audit_count', (counted + inserted_count)::text, true);
  collected := set_config('cartwright.audit_changes', collected, true);
  return null;
end $$;
`

// A new price has no period that could end: deleting a price ends its periods.
const recordAddedPrices = `
create or replace function record_added_prices() returns trigger language plpgsql as $$
declare
  at constant timestamptz(3) := date_trunc('milliseconds', now());
begin
  insert into price_period
  select m.id, greatest(at, l.starts_at), l.ends_at, m.variant_id, m.currency_code, m.region_id, m.amount,
    m.price_list_id, coalesce(l.includes_tax, false),
    array(select customer_group_id from price_list_customer_groups g where g.price_list_id = l.id order by 1)
  from after m left join price_list l on l.id = m.price_list_id
  where m.deleted_at is null and m.min_quantity is null
    and (m.price_list_id is null
      or l.deleted_at is null and l.status = 'active' and (l.ends_at is null or l.ends_at > greatest(at, l.starts_at)));
  return null;
end $$;
`
