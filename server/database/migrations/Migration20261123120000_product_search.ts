import { Migration } from '@mikro-orm/migrations'

/**
 * Stores the search words of each product. Triggers update them, because a search would spend most of its time on
 * computing them.
 */
export class Migration20261123120000_product_search extends Migration {
  override up(): void {
    this.addSql(`
create table product_search (
  product_id text primary key references product on delete cascade,
  words tsvector not null
);
create function store_search_words() returns trigger language plpgsql as $$
begin
  insert into product_search values (new.id, to_tsvector('simple', new.title || ' ' || coalesce(new.description, '')))
  on conflict (product_id) do update set words = excluded.words;
  return null;
end $$;
create trigger search_words_added after insert on product
  for each row execute function store_search_words();
create trigger search_words_changed after update of title, description on product
  for each row when (old.title is distinct from new.title or old.description is distinct from new.description)
  execute function store_search_words();
insert into product_search
  select id, to_tsvector('simple', title || ' ' || coalesce(description, '')) from product;
create index product_search_words on product_search using gin (words);
drop index product_words;
`)
  }
}
