import { Migration } from '@mikro-orm/migrations'

/**
 * A changed row is counted by a statement that PostgreSQL has planned before. The condition for a translated row is that of `is_translated_sql`.
 * Rows of an insert and a delete are counted together, as before.
 */
export class Migration20270128100000_counts_of_changed_texts extends Migration {
  override up(): void {
    this.addSql(ofRows)
  }
}

const ofRows = `
create or replace function count_texts() returns trigger language plpgsql as $$
declare
  name_of_table constant text := regexp_replace(tg_table_name, '_[0-9]{6,}$', '');
  columns constant text[] := array(select name from translated_text where entity = name_of_table);
  written jsonb;
begin
  if columns = '{}' then return null; end if;
  if tg_op = 'UPDATE' then
    with facts as (
      select fact, counted_as from (values (to_jsonb(old), -1), (to_jsonb(new), 1)) given (fact, counted_as)
      where fact ->> 'deleted_at' is null and exists (select from unnest(columns) c where fact ->> c <> '')
    ), counts as materialized (
      select counted_name, sum(counted_as)::bigint from (
        select 'texts:' || name_of_table, counted_as from facts
        union all
        select concat('translated:', t.language, ':', name_of_table), counted_as
        from facts join translation t on t.row_id = fact ->> 'id'
        where not exists (select from unnest(columns) c where fact ->> c <> '' and t.texts ->> c is null)
      ) counted (counted_name, counted_as)
      group by counted_name having sum(counted_as) <> 0
    ) insert into row_count select * from counts;
    return null;
  end if;
  if tg_op = 'INSERT' then
    select jsonb_agg(to_jsonb(added) || '{"counted_as": 1}') into written from added;
  else
    select jsonb_agg(to_jsonb(removed) || '{"counted_as": -1}') into written from removed;
  end if;
  if written is not null then
    execute format('
      with counts as materialized (%s) insert into row_count select * from counts',
      text_counts_sql(name_of_table, format('(
        select r.*, (row ->> ''counted_as'')::int as counted_as
        from jsonb_array_elements($1) row, jsonb_populate_record(null::%I, row) r)', name_of_table))) using written;
  end if;
  return null;
end $$`
