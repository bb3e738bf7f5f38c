import { Migration } from '@mikro-orm/migrations'

/**
 * The stored words of a product also have the words without accents, the signs of scripts without blanks, and the stems of the default language,
 * as the words of translations do. These have the weight A, so a rank can ignore them.
 */
export class Migration20270210100000_words_of_default_language extends Migration {
  override up(): void {
    this.addSql(`alter table product_search add column language text not null default ''`)
    for (const sql of [defaultLanguage, fold, addWords, productWords, storeWords, fill]) this.addSql(sql)
  }
}

/** Empty if the texts of the shop have one language. */
const defaultLanguage = `
create function default_language() returns text language sql stable parallel safe as $$
  select coalesce((select languages[1] from store limit 1), '')
$$`

/** Languages with Latin letters need nothing else than their accents removed. `translate` compares each letter with each of the alphabets. */
const fold = `
create or replace function search_fold(text) returns text language plpgsql immutable strict parallel safe as $$
declare
  latin text;
begin
  if $1 !~ '[^\\u0001-\\u007f]' then return lower($1); end if;
  latin := replace(replace(replace(
    regexp_replace(normalize(lower($1), NFD), '[\\u0300-\\u036f\\u0591-\\u05c7\\u0640\\u064b-\\u065f\\u0670]', '', 'g'),
    'ß', 'ss'), 'œ', 'oe'), 'æ', 'ae');
  if latin !~ '[\\u00d0-\\u109f\\u1780-\\u17ff\\u3040-\\u9fff]' then return latin; end if;
  return regexp_replace(
    translate(
      latin,
      'øłđðþı' || 'αβγδεζηθικλμνξοπρσςτυφχψω' || 'абвгдежзийклмнопрстуфхцчшщъыьэюя' || 'іїєґ' || 'אבגדהוזחטיכךלמםנןסעפףצץקרשת' || 'ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءپچژگکی',
      'oldddi' || 'abgdezhqiklmnxoprsstufxyw' || 'abvgdejziiklmnoprstufhcqwwxyxeua' || 'iieg' || 'abgdhwzxtikklmmnnsepfccqrst' || 'abttjhxddrzsscdtzegfqklmnhwyyhapjjgky'
    ),
    '([\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u9fff])', ' \\1 ', 'g');
end $$`

const addWords = `
create function add_search_words(stored tsvector, added tsvector) returns tsvector language sql immutable parallel safe as $$
  select stored || setweight(ts_delete(added, tsvector_to_array(stored)), 'A')
$$`

const productWords = `
create function product_words(title text, description text, language text) returns tsvector language plpgsql stable parallel safe as $$
declare
  shown constant text := title || ' ' || coalesce(description, '');
  config regconfig := 'pg_catalog.simple';
  words tsvector := to_tsvector(config, shown);
begin
  -- A tsvector has at most 1 MB.
  if length(shown) > 200000 then return words; end if;
  if shown ~ '[^\\u0001-\\u007f]' then
    words := add_search_words(words, to_tsvector(config, search_fold(shown)));
  end if;
  if language <> '' then
    config := search_config(language);
  end if;
  if config <> 'pg_catalog.simple'::regconfig then
    words := add_search_words(words, to_tsvector(config, shown));
  end if;
  return words;
end $$`

const storeWords = `
create or replace function store_search_words() returns trigger language plpgsql as $$
declare
  shown_language constant text := default_language();
  shown_words constant tsvector := product_words(new.title, new.description, shown_language);
begin
  insert into product_search (product_id, words, language) values (new.id, shown_words, shown_language)
  on conflict (product_id) do update set words = excluded.words, language = excluded.language;
  return null;
end $$`

const fill = `
with shown as materialized (
  select id, product_words(title, description, language) as words, language
  from product, (select default_language() as language) of_shop
  where language <> '' or title ~ '[^\\u0001-\\u007f]' or description ~ '[^\\u0001-\\u007f]'
)
update product_search s set words = shown.words, language = shown.language from shown where s.product_id = shown.id`
