import { Migration } from '@mikro-orm/migrations'

/**
 * Stores the title of each product that each language shows, with an index in the order of the language, so that a list by title reads its page
 * from the index. A shop with one language has no rows. The start of a server and a change of the languages store the chains.
 */
export class Migration20270122100000_product_titles extends Migration {
  override up(): void {
    for (const sql of [chains, titles, storeTitles, ofProducts, ofTranslations, indexTitles, setChains])
      this.addSql(sql)
    this.addSql(`
      create trigger product_titles_added after insert on product referencing new table as added
      for each statement execute function store_added_titles()`)
    this.addSql(`
      create trigger product_titles_changed after update of title on product
      for each row when (old.title is distinct from new.title) execute function store_changed_title()`)
    this.addSql(`
      create trigger product_titles_deleted after delete on product referencing old table as deleted
      for each statement execute function delete_product_titles()`)
    for (const event of ['insert', 'update'])
      this.addSql(`
        create trigger product_titles_${event} after ${event} on translation referencing new table as written
        for each statement execute function store_translated_titles()`)
  }
}

/** `code` is the language at this place of the chain, from 0. `collation_name` sorts texts of `language`, and is null in PostgreSQL without ICU. */
const chains = `
create table language_chain (
  language text not null,
  place integer not null,
  code text not null,
  collation_name text,
  collation_version text,
  primary key (language, place)
)`

const titles = `
create table product_title (
  product_id text not null,
  language text not null,
  title text not null,
  primary key (product_id, language)
)`

const CHAIN = 'language, place, code, collation_name, collation_version'
const GIVEN =
  'jsonb_to_recordset(given) given_chain (language text, place integer, code text, collation_name text, collation_version text)'

/** An entry of an index has up to 2,704 bytes, so a title has 500 letters here. */
const selectTitles = (condition: string) => `
  insert into product_title (product_id, language, title)
  select distinct on (p.id, c.language) p.id, c.language, left(coalesce(t.texts ->> 'title', p.title), 500)
  from language_chain c cross join product p left join translation t on t.row_id = p.id and t.language = c.code
  where ${condition}
  order by p.id, c.language, t.texts ->> 'title' is null, c.place
  on conflict (product_id, language) do update set title = excluded.title where product_title.title <> excluded.title`

const storeTitles = `
create function store_product_titles(ids text[]) returns void language plpgsql as $$
begin
  delete from product_title where false;
  if exists (select from language_chain) then
    ${selectTitles('p.id = any(ids)')};
  end if;
end $$`

const ofProducts = `
create function store_added_titles() returns trigger language plpgsql as $$
begin
  perform store_product_titles(array(select id from added));
  return null;
end $$;
create function store_changed_title() returns trigger language plpgsql as $$
begin
  perform store_product_titles(array[new.id]);
  return null;
end $$;
create function delete_product_titles() returns trigger language plpgsql as $$
declare
  ids constant text[] := array(select id from deleted);
begin
  delete from product_title where product_id = any(ids);
  return null;
end $$`

/** The lock makes a change of the original and a change of a translation wait for each other. Statements that delete translations remove their texts first. */
const ofTranslations = `
create function store_translated_titles() returns trigger language plpgsql as $$
declare
  ids constant text[] := array(select distinct row_id from written where entity = 'product');
begin
  if ids <> '{}' then
    perform from product where id = any(ids) order by id for no key update;
    perform store_product_titles(ids);
  end if;
  return null;
end $$`

/** Stores the titles of the languages whose chain has changed. Writers of titles wait for the lock, so that none uses the old chains. */
const setChains = `
create function set_language_chains(given jsonb) returns void language plpgsql as $$
declare
  changed text[];
begin
  lock table product_title in share row exclusive mode;
  changed := array(
    select distinct language from (
      (select ${CHAIN} from ${GIVEN} except select ${CHAIN} from language_chain)
      union all
      (select ${CHAIN} from language_chain except select ${CHAIN} from ${GIVEN})
    ) differences);
  if changed <> '{}' then
    delete from product_title where language = any(changed);
    delete from language_chain where language = any(changed);
    insert into language_chain (${CHAIN}) select ${CHAIN} from ${GIVEN} where language = any(changed);
    ${selectTitles('c.language = any(changed)')};
  end if;
  perform index_product_titles();
end $$`

/**
 * Creates the missing indexes, and drops those of removed languages. A new version of ICU makes an index wrong, so the name depends on the version.
 * Only the coordinator of a Citus cluster changes indexes, so the next start does it.
 */
const indexTitles = `
create function index_product_titles() returns void language plpgsql as $$
declare
  one record;
  wanted text[] := '{}';
begin
  for one in
    select language, ' collate ' || quote_ident(collation_name) as collate_sql,
      concat('product_title_', language, '_', left(md5(concat_ws(' ', collation_name, collation_version)), 8)) as name
    from language_chain where place = 0 order by language
  loop
    wanted := wanted || one.name;
    if to_regclass(quote_ident(one.name)) is null then
      execute format('create index %I on product_title (title%s, product_id) where language = %L',
        one.name, one.collate_sql, one.language);
    end if;
  end loop;
  for one in
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'product_title'::regclass and not i.indisprimary and c.relname <> all(wanted)
  loop
    execute format('drop index %I', one.name);
  end loop;
exception when internal_error then
  raise notice 'The next start of a server creates the indexes of product_title';
end $$`
