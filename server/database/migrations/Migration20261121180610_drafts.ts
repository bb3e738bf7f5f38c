import { Migration } from '@mikro-orm/migrations'

/** Custom prices and the system payment provider of draft orders. Customers cannot select this provider. */
export class Migration20261121180610_drafts extends Migration {
  override up(): void {
    this.addSql('alter table line_item add is_price_fixed boolean not null default false')
    this.addSql(`insert into payment_provider (id, is_installed) values ('system', true)`)
    for (const table of ['region_payment_providers', 'payment_session'])
      this.addSql(`alter table ${table} add constraint ${table}_system_check check (provider_id <> 'system')`)
  }
}
