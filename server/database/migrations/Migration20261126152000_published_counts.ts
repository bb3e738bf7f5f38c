import { Migration } from '@mikro-orm/migrations'

/** Counts the published products of each sales channel. The name of the count contains the id of the channel. */
export class Migration20261126152000_published_counts extends Migration {
  override up(): void {
    this.addSql(functions)
    this.addSql(triggers)
    this.addSql(`
      insert into row_count
      select 'product_sales_channel:' || l.sales_channel_id, count(*)
      from product_sales_channel l join product p on p.id = l.product_id
      where p.deleted_at is null and p.status = 'published' group by l.sales_channel_id`)
  }
}

// FOR SHARE waits for a transaction that publishes or deletes the product. Without it, neither would count the link.
const functions = `
create function count_link(link product_sales_channel, added integer) returns void language plpgsql as $$
declare
  is_published boolean;
begin
  select deleted_at is null and status = 'published' into is_published
  from product where id = link.product_id for share;
  if is_published then
    insert into row_count values ('product_sales_channel:' || link.sales_channel_id, added);
  end if;
end $$;
create function count_changed_link() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform count_link(old, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform count_link(new, 1);
  end if;
  return null;
end $$;
create function count_links_of_product() returns trigger language plpgsql as $$
begin
  insert into row_count
  select 'product_sales_channel:' || sales_channel_id, tg_argv[0]::bigint
  from product_sales_channel where product_id = old.id;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create function forget_link_counts() returns trigger language plpgsql as $$
begin
  delete from row_count where starts_with(table_name, 'product_sales_channel:');
  return null;
end $$;
`

const isPublished = (row: 'old' | 'new') => `(${row}.deleted_at is null and ${row}.status = 'published')`

// A deleted product deletes its links before triggers run that fire after it. So its links are counted before it.
const triggers = `
create trigger link_counted after insert or update or delete on product_sales_channel
  for each row execute function count_changed_link();
create trigger counts_forgotten after truncate on product_sales_channel
  for each statement execute function forget_link_counts();
create trigger links_published after update of status, deleted_at on product
  for each row when (not ${isPublished('old')} and ${isPublished('new')}) execute function count_links_of_product('1');
create trigger links_hidden after update of status, deleted_at on product
  for each row when (${isPublished('old')} and not ${isPublished('new')}) execute function count_links_of_product('-1');
create trigger links_deleted before delete on product
  for each row when ${isPublished('old')} execute function count_links_of_product('-1');
`
