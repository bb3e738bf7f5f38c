import { Migration } from '@mikro-orm/migrations'

/**
 * Each language has an index of the words and titles of its translations. In one index of all languages, a search for a number or a brand
 * reads and compares the texts of all of them.
 */
export class Migration20270205100000_searches_of_languages extends Migration {
  override up(): void {
    this.addSql(query)
    this.addSql(indexTranslations)
    this.addSql(setChains)
    this.addSql('select index_translations()')
    this.addSql('drop index if exists translation_search')
    this.addSql('drop index if exists translation_words')
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

/** The same languages as those of `index_product_titles`. Without the extension pg_trgm, the index has only words. */
const indexTranslations = `
create function index_translations() returns void language plpgsql as $$
declare
  one record;
  wanted text[] := '{}';
  columns text := case when exists (select from pg_catalog.pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid))
    then 'words, ${COLUMNS}' else 'words' end;
begin
  for one in select language, 'translation_search_' || language as name from language_chain where place = 0 order by language loop
    wanted := wanted || one.name;
    if to_regclass(quote_ident(one.name)) is null then
      execute format('create index %I on translation using gin (%s) where language = %L
        and entity in (''product'', ''product_collection'', ''product_variant'')', one.name, columns, one.language);
    end if;
  end loop;
  for one in
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'translation'::regclass and starts_with(c.relname, 'translation_search_') and c.relname <> all(wanted)
  loop
    execute format('drop index %I', one.name);
  end loop;
exception when internal_error then
  raise notice 'The next start of a server creates the indexes of translation';
end $$`

const CHAIN = 'language, place, code, collation_name, collation_version'
const GIVEN =
  'jsonb_to_recordset(given) given_chain (language text, place integer, code text, collation_name text, collation_version text)'

/** Also indexes the translations. Migration20270130100000 explains the lock. */
const setChains = `
create or replace function set_language_chains(given jsonb) returns void language plpgsql as $$
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
    delete from language_chain where language = any(changed);
    insert into language_chain (${CHAIN}) select ${CHAIN} from ${GIVEN} where language = any(changed);
  end if;
  perform index_product_titles();
  perform index_translations();
end $$`
