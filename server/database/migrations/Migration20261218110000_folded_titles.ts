import { Migration } from '@mikro-orm/migrations'

/** Stores the letters of translated titles without accents, because a search compares up to a thousand of them. */
export class Migration20261218110000_folded_titles extends Migration {
  override up(): void {
    this.addSql(`
alter table translation add column folded_title text;
create or replace function store_translated_words() returns trigger language plpgsql as $$
declare
  shown text := concat_ws(' ', new.texts ->> 'title', new.texts ->> 'description');
begin
  new.folded_title := search_fold(new.texts ->> 'title');
  if new.entity = 'product' then
    new.words := to_tsvector(search_config(new.language), shown) || to_tsvector('pg_catalog.simple', search_fold(shown));
  end if;
  return new;
end $$;
drop trigger words_translated on translation;
create trigger words_translated before insert or update of texts on translation
  for each row when (new.entity in ('product', 'product_collection', 'product_variant'))
  execute function store_translated_words();
update translation set folded_title = search_fold(texts ->> 'title')
  where entity in ('product', 'product_collection', 'product_variant');
drop index if exists translation_search;
`)
    this.addSql(`
      do $$ begin
        create index translation_search on translation
          using gin (folded_title gin_trgm_ops, search_fold(texts ->> 'description') gin_trgm_ops)
          where entity in ('product', 'product_collection', 'product_variant');
      exception when undefined_object then
        raise notice 'Without the extension pg_trgm, searches read whole tables';
      end $$`)
  }
}
