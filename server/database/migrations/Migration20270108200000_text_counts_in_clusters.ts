import { Migration } from '@mikro-orm/migrations'

/** See Migration20270106100000_triggers_in_clusters: the rows of a transition table become JSON, which other tables can join. */
export class Migration20270108200000_text_counts_in_clusters extends Migration {
  override up(): void {
    for (const sql of [ofRows, ofTranslations]) this.addSql(sql)
  }
}

const TABLE_NAME = "regexp_replace(tg_table_name, '_[0-9]{6,}$', '')"

const ofRows = `
create or replace function count_texts() returns trigger language plpgsql as $$
declare
  name_of_table constant text := ${TABLE_NAME};
  rows jsonb;
begin
  if not exists (select from translated_text where entity = name_of_table) then return null; end if;
  if tg_op = 'INSERT' then
    select jsonb_agg(to_jsonb(added) || '{"counted_as": 1}') into rows from added;
  elsif tg_op = 'DELETE' then
    select jsonb_agg(to_jsonb(removed) || '{"counted_as": -1}') into rows from removed;
  else
    rows := jsonb_build_array(to_jsonb(old) || '{"counted_as": -1}', to_jsonb(new) || '{"counted_as": 1}');
  end if;
  if rows is not null then
    execute format('
      with counts as materialized (%s) insert into row_count select * from counts',
      text_counts_sql(name_of_table, format('(
        select r.*, (row ->> ''counted_as'')::int as counted_as
        from jsonb_array_elements($1) row, jsonb_populate_record(null::%I, row) r)', name_of_table))) using rows;
  end if;
  return null;
end $$;
create or replace function forget_text_counts() returns trigger language plpgsql as $$
declare
  name_of_table constant text := ${TABLE_NAME};
begin
  delete from row_count
  where starts_with(table_name, 'translated:') and (name_of_table = 'translation' or split_part(table_name, ':', 3) = name_of_table)
    or table_name = 'texts:' || name_of_table;
  return null;
end $$`

const ofTranslations = `
create or replace function count_translations() returns trigger language plpgsql as $$
declare
  entities constant text[] := array(select distinct entity from translated_text);
  rows jsonb;
  name text;
begin
  if tg_op <> 'DELETE' then
    select jsonb_agg(to_jsonb(added) || '{"counted_as": 1}') into rows from added where entity = any(entities);
  end if;
  if tg_op <> 'INSERT' then
    rows := coalesce(rows, '[]') || (
      select coalesce(jsonb_agg(to_jsonb(removed) || '{"counted_as": -1}'), '[]') from removed where entity = any(entities));
  end if;
  for name in select distinct row ->> 'entity' from jsonb_array_elements(rows) row loop
    execute format('
      select from %I where id in (select row ->> ''row_id'' from jsonb_array_elements($2) row where row ->> ''entity'' = $1)
      order by id for share', name) using name, rows;
    execute format('
      with counts as materialized (
        select ''translated:'' || c.language || '':%1$s'', sum(c.counted_as)
        from jsonb_to_recordset($2) c (entity text, row_id text, language text, texts jsonb, counted_as int)
        join %1$I t on t.id = c.row_id
        where c.entity = $1 and %2$s group by c.language having sum(c.counted_as) <> 0)
      insert into row_count select * from counts', name, is_translated_sql(name)) using name, rows;
  end loop;
  return null;
end $$`
