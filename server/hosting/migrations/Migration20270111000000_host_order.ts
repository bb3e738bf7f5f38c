import { Migration } from '@mikro-orm/migrations'

/** The first host of a shop is the address of its console. */
export class Migration20270111000000_host_order extends Migration {
  override up(): void {
    this.addSql('alter table shop_host add column position integer not null default 0')
  }
}
