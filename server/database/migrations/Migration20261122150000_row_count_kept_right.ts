import { Migration } from '@mikro-orm/migrations'

/** Keeps row counts correct after TRUNCATE and on subscribers of logical replication. */
export class Migration20261122150000_row_count_kept_right extends Migration {
  override up(): void {
    this.addSql(`
alter table row_count replica identity full;
create function forget_row_count() returns trigger language plpgsql as $$
begin
  delete from row_count where table_name = tg_table_name;
  return null;
end $$;
create trigger count_forgotten after truncate on "order" for each statement execute function forget_row_count();
create trigger count_forgotten after truncate on customer for each statement execute function forget_row_count();
create trigger count_forgotten after truncate on product for each statement execute function forget_row_count();
`)
  }
}
