import { Migration } from '@mikro-orm/migrations'

/**
 * Each variant stores a separate row for the value of an option. A new variant with a known value gets the translations of this value. So does a variant
 * whose value changes to a known one, or else it would show the size that it had in another language.
 */
export class Migration20270205110000_texts_of_equal_values extends Migration {
  override up(): void {
    this.addSql(copyTexts)
    this.addSql(storeTexts)
    this.addSql(`
      create trigger texts_of_equal_values_added after insert on product_option_value referencing new table as added
      for each statement execute function copy_texts_of_equal_values()`)
    this.addSql(`
      create trigger texts_of_equal_values_changed after update of value on product_option_value
      for each row when (old.value is distinct from new.value) execute function change_texts_of_value()`)
  }
}

/** The order of the rows is the order of their locks. */
const copyTexts = `
create function copy_texts_to_values(ids text[]) returns void language plpgsql as $$
begin
  with known as materialized (
    select distinct on (v.id, t.language) t.entity, v.id, t.language, t.texts
    from product_option_value v
      join product_option_value equal on equal.option_id = v.option_id and equal.value = v.value and equal.id <> all(ids)
      join translation t on t.row_id = equal.id
    where v.id = any(ids) and v.deleted_at is null and equal.deleted_at is null
    order by v.id, t.language, t.updated_at desc
  )
  insert into translation (entity, row_id, language, texts)
  select entity, id, language, texts from known order by id, language
  on conflict (row_id, language) do update set texts = excluded.texts, updated_at = excluded.updated_at
  where translation.texts <> excluded.texts;
end $$`

const storeTexts = `
create function copy_texts_of_equal_values() returns trigger language plpgsql as $$
declare
  ids constant text[] := array(select id from added);
begin
  if exists (select from language_chain) then
    perform copy_texts_to_values(ids);
  end if;
  return null;
end $$;
create function change_texts_of_value() returns trigger language plpgsql as $$
begin
  perform copy_texts_to_values(array[new.id]);
  return null;
end $$`
