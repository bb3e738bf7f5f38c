import { Migration } from '@mikro-orm/migrations'

/** The values of returned and claimed items, so that later items get exactly the rest of the paid price. */
export class Migration20261130500000_returned_values extends Migration {
  override up(): void {
    for (const table of ['return_item', 'claim_item'])
      this.addSql(`alter table ${table} add column value bigint check (value >= 0)`)
  }
}
