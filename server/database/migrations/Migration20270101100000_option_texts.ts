import { Migration } from '@mikro-orm/migrations'

/**
 * Stores the translated texts of the options and values of a product in one row for each language, by the ids of their rows. Facets read this
 * row instead of a translation of each option and value.
 */
export class Migration20270101100000_option_texts extends Migration {
  override up(): void {
    this.addSql(table)
    this.addSql(storeTexts)
    for (const event of ['insert', 'update'])
      this.addSql(`
        create trigger option_texts_${event} after ${event} on translation referencing new table as written
        for each statement execute function store_option_texts()`)
    this.addSql(`
      create trigger option_texts_deleted after delete on product referencing old table as deleted
      for each statement execute function delete_option_texts()`)
    this.addSql(fill)
    this.addSql(fold)
  }
}

const table = `
create table product_option_texts (
  language text not null,
  product_id text not null,
  texts jsonb not null,
  primary key (language, product_id)
)`

const selectTexts = (from: string) => `
  select language, product_id, jsonb_object_agg(row_id, text) from (
    select t.language, o.product_id, t.row_id, t.texts -> 'title' as text
    from ${from} t join product_option o on o.id = t.row_id where t.entity = 'product_option'
    union all
    select t.language, o.product_id, t.row_id, t.texts -> 'value'
    from ${from} t join product_option_value v on v.id = t.row_id join product_option o on o.id = v.option_id
    where t.entity = 'product_option_value'
  ) given group by product_id, language order by product_id, language`

/**
 * Adds the texts to the row of the product, so translators of different options lose nothing. The order of the rows is the order of their locks.
 * A removed text becomes null: each statement that deletes translations removes their texts first.
 */
const storeTexts = `
create function store_option_texts() returns trigger language plpgsql as $$
begin
  insert into product_option_texts (language, product_id, texts) ${selectTexts('written')}
  on conflict (language, product_id) do update set texts = product_option_texts.texts || excluded.texts;
  return null;
end $$;
create function delete_option_texts() returns trigger language plpgsql as $$
begin
  delete from product_option_texts using (select distinct language from product_option_texts) known
  where product_option_texts.language = known.language and product_id in (select id from deleted);
  return null;
end $$`

const fill = `insert into product_option_texts (language, product_id, texts) ${selectTexts('translation')}`

/** Most texts of Latin languages are ASCII. PostgreSQL would copy a function of SQL into each statement and plan it there. */
const fold = `
create or replace function search_fold(text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if $1 !~ '[^\\u0001-\\u007f]' then return lower($1); end if;
  return regexp_replace(
    translate(
      replace(replace(replace(
        regexp_replace(normalize(lower($1), NFD), '[\\u0300-\\u036f\\u0591-\\u05c7\\u0640\\u064b-\\u065f\\u0670]', '', 'g'),
        'ß', 'ss'), 'œ', 'oe'), 'æ', 'ae'),
      'øłđðþı' || 'αβγδεζηθικλμνξοπρσςτυφχψω' || 'абвгдежзийклмнопрстуфхцчшщъыьэюя' || 'іїєґ' || 'אבגדהוזחטיכךלמםנןסעפףצץקרשת' || 'ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءپچژگکی',
      'oldddi' || 'abgdezhqiklmnxoprsstufxyw' || 'abvgdejziiklmnoprstufhcqwwxyxeua' || 'iieg' || 'abgdhwzxtikklmmnnsepfccqrst' || 'abttjhxddrzsscdtzegfqklmnhwyyhapjjgky'
    ),
    '([\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u9fff])', ' \\1 ', 'g');
end $$`
