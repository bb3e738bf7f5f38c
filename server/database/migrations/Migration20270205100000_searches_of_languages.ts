import { Migration } from '@mikro-orm/migrations'

/**
 * Each language has an index of the words and titles of its translations. In one index of all languages, a search for a number or a brand
 * reads and compares the texts of all of them. The start of a server creates the indexes, and then drops that one.
 */
export class Migration20270205100000_searches_of_languages extends Migration {
  override up(): void {
    this.addSql(query)
    this.addSql(indexTranslations)
  }
}

/** The beginning of a word also finds the word, so a word that is its stem needs no second part. */
const query = `
create or replace function search_query(language text, words text[]) returns tsquery language plpgsql stable parallel safe as $$
declare
  config regconfig := search_config(language);
  word text;
  folded text;
  stem tsquery;
  one tsquery;
  result tsquery;
begin
  foreach word in array words loop
    folded := trim(search_fold(word));
    continue when folded = '';
    one := to_tsquery('pg_catalog.simple', regexp_replace(folded, '\\s+', ' <-> ', 'g') || ':*');
    stem := plainto_tsquery(config, word);
    if stem <> plainto_tsquery('pg_catalog.simple', folded) then
      one := one || stem;
    end if;
    result := case when result is null then one else result && one end;
  end loop;
  return result;
end $$`

const COLUMNS = "folded_title gin_trgm_ops, search_fold(texts ->> ''description'') gin_trgm_ops"

/**
 * Creates a missing index, or else drops one of a removed language. Returns false if the indexes are complete. A transaction has one call: after
 * another lock, it could deadlock with writers of translations. Without the extension pg_trgm, an index has only words.
 */
const indexTranslations = `
create function index_translations() returns boolean language plpgsql as $$
declare
  columns constant text := case when exists (select from pg_catalog.pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid))
    then 'words, ${COLUMNS}' else 'words' end;
  indexes constant name[] := array(
    select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = 'translation'::regclass);
  missing text;
  unused text;
begin
  select language into missing from language_chain
  where place = 0 and ('translation_search_' || language)::name <> all(indexes) order by language limit 1;
  if missing is not null then
    execute format('create index %I on translation using gin (%s) where language = %L
      and entity in (''product'', ''product_collection'', ''product_variant'')', 'translation_search_' || missing, columns, missing);
    return true;
  end if;
  select name into unused from unnest(indexes) name
  where (name = 'translation_words' or starts_with(name::text, 'translation_search'))
    and name <> all(array(select ('translation_search_' || language)::name from language_chain)) limit 1;
  if unused is not null then
    execute format('drop index if exists %I', unused);
    return true;
  end if;
  return false;
exception
  when unique_violation or duplicate_table then
    return false;
  when internal_error then
    raise notice 'The next start of a server creates the indexes of translation';
    return false;
end $$`
