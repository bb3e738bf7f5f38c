import { Migration } from '@mikro-orm/migrations'

/** `default` is the rate of the region, so the column has no foreign key. */
export class Migration20261222100000_own_line_taxes extends Migration {
  override up(): void {
    this.addSql('alter table line_item add column tax_rate_id text')
  }
}
