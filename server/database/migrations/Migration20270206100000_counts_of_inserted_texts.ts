import { Migration } from '@mikro-orm/migrations'

/** PostgreSQL has planned the statement that counts inserted and deleted rows before, as for changed rows. */
export class Migration20270206100000_counts_of_inserted_texts extends Migration {
  override up(): void {
    this.addSql(countTexts)
  }
}

const countTexts = `
create or replace function count_texts() returns trigger language plpgsql as $$
declare
  name_of_table constant text := regexp_replace(tg_table_name, '_[0-9]{6,}$', '');
  columns constant text[] := array(select name from translated_text where entity = name_of_table);
  before jsonb;
  after jsonb;
begin
  if columns = '{}' then return null; end if;
  if tg_op = 'INSERT' then
    select jsonb_agg(to_jsonb(added)) into after from added;
  elsif tg_op = 'DELETE' then
    select jsonb_agg(to_jsonb(removed)) into before from removed;
  else
    before := jsonb_build_array(to_jsonb(old));
    after := jsonb_build_array(to_jsonb(new));
  end if;
  with facts as (
    select fact, counted_as from (
      select fact, -1 from jsonb_array_elements(before) fact union all select fact, 1 from jsonb_array_elements(after) fact
    ) given (fact, counted_as)
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
end $$`
