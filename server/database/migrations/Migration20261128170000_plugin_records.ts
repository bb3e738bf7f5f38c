import { Migration } from '@mikro-orm/migrations'

/** Keeps the personal columns of each plugin, so that an erasure reaches them after the plugin is removed from the shop. */
export class Migration20261128170000_plugin_records extends Migration {
  override up(): void {
    this.addSql('create table plugin_record (name text primary key, tables jsonb not null)')
  }
}
