import { Migration } from '@mikro-orm/migrations'

/**
 * Counts orders, customers and products. Each insertion or deletion appends a row, so transactions do not wait for
 * each other, and the sum is exact for the snapshot of the reader.
 */
export class Migration20261122140000_row_counts extends Migration {
  override up(): void {
    this.addSql(`
create table row_count (table_name text not null, rows bigint not null);
create function count_row() returns trigger language plpgsql as $$
begin
  insert into row_count values (tg_table_name, tg_argv[0]::bigint);
  return null;
end $$;
create trigger count_added after insert on "order" for each row execute function count_row('1');
create trigger count_removed after delete on "order" for each row execute function count_row('-1');
${['customer', 'product'].map(countedWhereAlive).join('')}
insert into row_count select 'order', count(*) from "order";
insert into row_count select 'customer', count(*) from customer where deleted_at is null;
insert into row_count select 'product', count(*) from product where deleted_at is null;
`)
  }
}

const countedWhereAlive = (table: string) => `
create trigger count_added after insert on ${table}
  for each row when (new.deleted_at is null) execute function count_row('1');
create trigger count_removed after delete on ${table}
  for each row when (old.deleted_at is null) execute function count_row('-1');
create trigger count_deleted after update of deleted_at on ${table}
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function count_row('-1');
create trigger count_restored after update of deleted_at on ${table}
  for each row when (old.deleted_at is not null and new.deleted_at is null) execute function count_row('1');
`
