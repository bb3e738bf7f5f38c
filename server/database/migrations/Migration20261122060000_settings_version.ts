import { Migration } from '@mikro-orm/migrations'

/**
 * The version of the settings of carts (entities/market/settings/settings.ts). Each statement that writes to one of
 * their tables sets a new version. Transactions that change settings wait for each other.
 */
export class Migration20261122060000_settings_version extends Migration {
  override up(): void {
    this.addSql(versions)
    for (const table of TABLES) {
      this.addSql(`
        create trigger settings_version after insert or update or delete or truncate on ${table}
        for each statement execute function renew_settings_version()`)
    }
  }
}

const TABLES = [
  'region',
  'country',
  'currency',
  'payment_provider',
  'region_payment_providers',
  'tax_rate',
  'product_type_tax_rate',
  'shipping_tax_rate',
  'sales_channel',
  'shipping_option',
  'shipping_profile',
]

const versions = `
create table settings_version (
  version text not null,
  is_only boolean primary key default true check (is_only)
);
insert into settings_version (version) values (gen_random_uuid());
create function renew_settings_version() returns trigger language plpgsql as $$
begin
  update settings_version set version = gen_random_uuid();
  return null;
end $$;
`
