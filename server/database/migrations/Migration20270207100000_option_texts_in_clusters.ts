import { Migration } from '@mikro-orm/migrations'

/** A Citus cluster inserts selected rows of tables only if a materialized `with` has read them. */
export class Migration20270207100000_option_texts_in_clusters extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function store_option_texts() returns trigger language plpgsql as $$
      declare
        options constant jsonb := (
          select jsonb_agg(jsonb_build_object('language', language, 'entity', entity, 'row_id', row_id, 'texts', texts))
          from written where entity in ('product_option', 'product_option_value'));
      begin
        if options is null then
          return null;
        end if;
        with written_texts as materialized (
          select * from jsonb_to_recordset(options) t (language text, entity text, row_id text, texts jsonb)
        ), given as materialized (
          select t.language, o.product_id, t.row_id, t.texts -> 'title' as text
          from written_texts t join product_option o on o.id = t.row_id where t.entity = 'product_option'
          union all
          select t.language, o.product_id, t.row_id, t.texts -> 'value'
          from written_texts t join product_option_value v on v.id = t.row_id join product_option o on o.id = v.option_id
          where t.entity = 'product_option_value'
        )
        insert into product_option_texts (language, product_id, texts)
        select language, product_id, jsonb_object_agg(row_id, text) from given
        group by product_id, language order by product_id, language
        on conflict (language, product_id) do update set texts = product_option_texts.texts || excluded.texts;
        return null;
      end $$`)
  }
}
