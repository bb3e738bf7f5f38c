import { Migration } from '@mikro-orm/migrations'

/** Stores the search words of translated products, as `product_search` stores those of the default language. */
export class Migration20261218100000_search_in_languages extends Migration {
  override up(): void {
    this.addSql(config)
    this.addSql(fold)
    this.addSql(query)
    this.addSql(words)
    this.addSql(`
      do $$ begin
        create index translation_search on translation
          using gin (search_fold(texts ->> 'title') gin_trgm_ops, search_fold(texts ->> 'description') gin_trgm_ops)
          where entity in ('product', 'product_collection', 'product_variant');
      exception when undefined_object then
        raise notice 'Without the extension pg_trgm, searches read whole tables';
      end $$`)
  }
}

/** A language that PostgreSQL has no stems for has the configuration `simple`, also in a later version of PostgreSQL with fewer of them. */
const config = `
create function search_config(language text) returns regconfig language sql stable parallel safe as $$
  select coalesce((
    select c.oid::regconfig from pg_catalog.pg_ts_config c join (values
      ('ar', 'arabic'), ('ca', 'catalan'), ('da', 'danish'), ('de', 'german'), ('el', 'greek'), ('en', 'english'),
      ('es', 'spanish'), ('et', 'estonian'), ('eu', 'basque'), ('fi', 'finnish'), ('fr', 'french'), ('ga', 'irish'),
      ('hi', 'hindi'), ('hu', 'hungarian'), ('hy', 'armenian'), ('id', 'indonesian'), ('it', 'italian'),
      ('lt', 'lithuanian'), ('nb', 'norwegian'), ('ne', 'nepali'), ('nl', 'dutch'), ('nn', 'norwegian'),
      ('no', 'norwegian'), ('pt', 'portuguese'), ('ro', 'romanian'), ('ru', 'russian'), ('sr', 'serbian'),
      ('sv', 'swedish'), ('ta', 'tamil'), ('tr', 'turkish'), ('yi', 'yiddish')
    ) as known (code, name) on c.cfgname = known.name
    where c.cfgnamespace = 'pg_catalog'::regnamespace and known.code = lower(split_part(language, '-', 1))
  ), 'pg_catalog.simple'::regconfig)
$$`

/**
 * Removes accents, writes Greek, Cyrillic, Hebrew and Arabic with Latin letters, and separates the signs of scripts without blanks. So trigrams
 * compare these texts, also with the locale C, and a search finds signs inside of a text: Größe is grosse, чашка is qawka.
 */
const fold = `
create function search_fold(text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(
    translate(
      regexp_replace(regexp_replace(normalize(lower($1), NFD), '[\\u0300-\\u036f\\u0591-\\u05c7\\u0640\\u064b-\\u065f\\u0670]', '', 'g'), 'ß', 'ss', 'g'),
      'øæœłđðþı' || 'αβγδεζηθικλμνξοπρσςτυφχψω' || 'абвгдежзийклмнопрстуфхцчшщъыьэюя' || 'іїєґ' || 'אבגדהוזחטיכךלמםנןסעפףצץקרשת' || 'ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءپچژگکی',
      'oaoldddi' || 'abgdezhqiklmnxoprsstufxyw' || 'abvgdejziiklmnoprstufhcqwwxyxeua' || 'iieg' || 'abgdhwzxtikklmmnnsepfccqrst' || 'abttjhxddrzsscdtzegfqklmnhwyyhapjjgky'
    ),
    '([\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u9fff])', ' \\1 ', 'g')
$$`

/** Each word matches by its stem or by its beginning, so a word that is not complete yet finds products too. */
const query = `
create function search_query(language text, words text[]) returns tsquery language plpgsql stable parallel safe as $$
declare
  config regconfig := search_config(language);
  word text;
  folded text;
  one tsquery;
  result tsquery;
begin
  foreach word in array words loop
    folded := trim(search_fold(word));
    continue when folded = '';
    one := to_tsquery('pg_catalog.simple', regexp_replace(folded, '\\s+', ' <-> ', 'g') || ':*') || plainto_tsquery(config, word);
    result := case when result is null then one else result && one end;
  end loop;
  return result;
end $$`

const words = `
alter table translation add column words tsvector;
create function store_translated_words() returns trigger language plpgsql as $$
declare
  shown text := concat_ws(' ', new.texts ->> 'title', new.texts ->> 'description');
begin
  new.words := to_tsvector(search_config(new.language), shown) || to_tsvector('pg_catalog.simple', search_fold(shown));
  return new;
end $$;
create trigger words_translated before insert or update of texts on translation
  for each row when (new.entity = 'product') execute function store_translated_words();
update translation set texts = texts where entity = 'product';
create index translation_words on translation using gin (words) where words is not null;
`
