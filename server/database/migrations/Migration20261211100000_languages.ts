import { Migration } from '@mikro-orm/migrations'

/** The texts of all translated columns. A row has the texts of one row of the shop in one language. */
export class Migration20261211100000_languages extends Migration {
  override up(): void {
    this.addSql(translations)
    for (const table of TABLES)
      this.addSql(`
        create trigger translations_deleted after delete on ${table} referencing old table as deleted
        for each statement execute function delete_translations()`)
    this.addSql(`
      alter table store add column languages text[] not null default '{}',
        add column language_fallbacks jsonb not null default '{}'`)
    this.addSql(`
      create trigger languages_changed after update of languages, language_fallbacks on store
      for each statement execute function renew_settings_version()`)
  }
}

const TABLES = [
  'product',
  'product_category',
  'product_collection',
  'product_option',
  'product_option_value',
  'product_tag',
  'product_type',
  'product_variant',
  'region',
  'return_reason',
  'shipping_option',
]

const translations = `
create table translation (
  row_id text not null,
  language text not null,
  entity text not null,
  texts jsonb not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (row_id, language)
);
create trigger catalogue_changed after insert or update or delete or truncate on translation
  for each statement execute function record_catalogue_change();
create function delete_translations() returns trigger language plpgsql as $$
begin
  delete from translation where row_id in (select id from deleted);
  return null;
end $$;
`
