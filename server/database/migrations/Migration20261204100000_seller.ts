import { Migration } from '@mikro-orm/migrations'

/** The seller, and the steps of the setup that the merchant skipped. */
export class Migration20261204100000_seller extends Migration {
  override up(): void {
    this.addSql(`
      alter table store
        add column company text,
        add column address_1 text,
        add column address_2 text,
        add column postal_code text,
        add column city text,
        add column province text,
        add column country_code text,
        add column vat_id text,
        add column email text,
        add column phone text,
        add column skipped_setup_steps text[] not null default '{}'`)
  }
}
