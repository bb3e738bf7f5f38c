import { Migration } from '@mikro-orm/migrations'

/** After the first change of a transaction, the trigger only compares the id of the transaction. */
export class Migration20261127010000_noted_catalogue_changes extends Migration {
  override up(): void {
    this.addSql(recordCatalogueChange)
  }
}

// PL/pgSQL evaluates the condition directly, and PERFORM runs a query.
const recordCatalogueChange = `
create or replace function record_catalogue_change() returns trigger language plpgsql as $$
begin
  if current_setting('cartwright.catalogue_changed_by', true) is distinct from pg_current_xact_id()::text then
    perform append_catalogue_change();
  end if;
  return null;
end $$;
`
