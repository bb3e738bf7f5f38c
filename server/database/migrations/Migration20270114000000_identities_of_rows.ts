import { Migration } from '@mikro-orm/migrations'

const TABLES = ['sale', 'variant_sale', 'deleted_cart', 'tax_change', 'daily_tax', 'backup_drill']

/** Logical replication changes rows of tables without a primary key by all their values: a cluster moves the schema of a shop with it. */
export class Migration20270114000000_identities_of_rows extends Migration {
  override up(): void {
    for (const table of TABLES) this.addSql(`alter table ${table} replica identity full`)
  }
}
