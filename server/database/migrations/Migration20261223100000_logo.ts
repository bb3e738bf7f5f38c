import { Migration } from '@mikro-orm/migrations'

/** The logo of the seller. The foreign key keeps its file. */
export class Migration20261223100000_logo extends Migration {
  override up(): void {
    this.addSql(`
      alter table store
        add column logo_key text references upload,
        add column logo_width integer,
        add column logo_height integer`)
  }
}
