import { Migration } from '@mikro-orm/migrations'

/** Replication copies no changes of tables, so a copy is only equal while the shop has the migrations of `migrations`. */
export class Migration20270110000000_move_migrations extends Migration {
  override up(): void {
    this.addSql('alter table shop_move add column migrations text')
  }
}
