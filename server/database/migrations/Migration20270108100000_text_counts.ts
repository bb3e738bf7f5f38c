import { Migration } from '@mikro-orm/migrations'

/**
 * Counts in `row_count` the rows with a text (`texts:product`) and of these the rows with all texts of a language (`translated:de:product`).
 * `translated_text` has the columns. The start of a server stores them, with those of plugins, and attaches the triggers of their tables.
 */
export class Migration20270108100000_text_counts extends Migration {
  override up(): void {
    this.addSql('create table translated_text (entity text not null, name text not null, primary key (entity, name))')
    for (const sql of [conditions, ofRows, ofTranslations, actual, columns]) this.addSql(sql)
    this.addSql(`
      create trigger texts_added after insert on translation referencing new table as added
      for each statement execute function count_translations()`)
    this.addSql(`
      create trigger texts_changed after update on translation referencing new table as added old table as removed
      for each statement execute function count_translations()`)
    this.addSql(`
      create trigger texts_removed after delete on translation referencing old table as removed
      for each statement execute function count_translations()`)
    this.addSql(`
      create trigger texts_forgotten after truncate on translation
      for each statement execute function forget_text_counts()`)
  }
}

/** The row is `t`, and its translation `c`. Each part of a source has the number `counted_as`, which is 1 or -1. */
const conditions = `
create function has_text_sql(of_entity text) returns text language sql stable as $$
  select format('%s (%s)',
    (select 't.deleted_at is null and' from pg_attribute
      where attrelid = quote_ident(of_entity)::regclass and attname = 'deleted_at' and not attisdropped),
    string_agg(format('t.%I <> ''''', name), ' or ')) from translated_text where entity = of_entity
$$;
create function is_translated_sql(of_entity text) returns text language sql stable as $$
  select format('%s and %s', has_text_sql(of_entity),
    string_agg(format('(coalesce(t.%1$I, '''') = '''' or c.texts ->> %1$L is not null)', name), ' and '))
  from translated_text where entity = of_entity
$$;
create function text_counts_sql(of_entity text, source text) returns text language sql stable as $$
  select format('
    select name, sum(counted_as)::bigint as rows from (
      select ''texts:%1$s'' as name, t.counted_as from %2$s t where %3$s
      union all
      select ''translated:'' || c.language || '':%1$s'', t.counted_as
      from %2$s t join translation c on c.row_id = t.id where %4$s
    ) counted group by name having sum(counted_as) <> 0',
    of_entity, source, has_text_sql(of_entity), is_translated_sql(of_entity))
$$`

const ofRows = `
create function count_texts() returns trigger language plpgsql as $$
declare
  source text := case tg_op
    when 'INSERT' then '(select *, 1 as counted_as from added)'
    when 'DELETE' then '(select *, -1 as counted_as from removed)'
    else '(select ($1).*, -1 as counted_as union all select ($2).*, 1)' end;
begin
  if not exists (select from translated_text where entity = tg_table_name) then return null; end if;
  if tg_op = 'UPDATE' then
    execute 'insert into row_count ' || text_counts_sql(tg_table_name, source) using old, new;
  else
    execute 'insert into row_count ' || text_counts_sql(tg_table_name, source);
  end if;
  return null;
end $$;
create function forget_text_counts() returns trigger language plpgsql as $$
begin
  delete from row_count
  where starts_with(table_name, 'translated:') and (tg_table_name = 'translation' or split_part(table_name, ':', 3) = tg_table_name)
    or table_name = 'texts:' || tg_table_name;
  return null;
end $$`

// FOR SHARE waits for a transaction that changes or deletes a row. Without it, neither would count the translation for the changed row.
const ofTranslations = `
create function count_translations() returns trigger language plpgsql as $$
declare
  source text := case tg_op
    when 'INSERT' then '(select *, 1 as counted_as from added)'
    when 'DELETE' then '(select *, -1 as counted_as from removed)'
    else '(select *, 1 as counted_as from added union all select *, -1 from removed)' end;
  name text;
begin
  for name in execute 'select distinct entity from ' || source || ' c where entity in (select entity from translated_text)' loop
    execute format('select from %I where id in (select row_id from %s c where entity = $1) order by id for share', name, source)
      using name;
    execute format('
      insert into row_count
      select ''translated:'' || c.language || '':%1$s'', sum(c.counted_as) from %2$s c join %1$I t on t.id = c.row_id
      where c.entity = $1 and %3$s group by c.language having sum(c.counted_as) <> 0', name, source, is_translated_sql(name))
      using name;
  end loop;
  return null;
end $$`

const actual = `
create function actual_text_counts() returns table (table_name text, rows bigint) language plpgsql stable as $$
declare
  name text;
begin
  for name in select distinct entity from translated_text loop
    return query execute text_counts_sql(name, format('(select *, 1 as counted_as from %I)', name));
  end loop;
end $$`

const columns = `
create function set_translated_texts(entities text[], names text[]) returns void language plpgsql as $$
declare
  name text;
begin
  if not exists (
    (select e, n from unnest(entities, names) given (e, n) except select t.entity, t.name from translated_text t)
    union all
    (select t.entity, t.name from translated_text t except select e, n from unnest(entities, names) given (e, n))
  ) then return; end if;
  for name in select distinct e from unnest(entities) e order by e loop
    execute format('lock table %I in share row exclusive mode', name);
  end loop;
  lock table translation in share row exclusive mode;
  delete from translated_text;
  insert into translated_text select * from unnest(entities, names);
  delete from row_count where table_name like 'texts:%' or table_name like 'translated:%';
  insert into row_count select * from actual_text_counts();
end $$`
