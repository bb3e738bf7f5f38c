import { Migration } from '@mikro-orm/migrations'

/** The month in which the fiscal years of the shop begin: 1 for January to 12 for December. */
export class Migration20270115100000_fiscal_year extends Migration {
  override up(): void {
    this.addSql('alter table store add column fiscal_year_start_month integer not null default 1')
    this.addSql(`
      alter table store add constraint store_fiscal_year_start_month_check
        check (fiscal_year_start_month between 1 and 12)`)
  }
}
