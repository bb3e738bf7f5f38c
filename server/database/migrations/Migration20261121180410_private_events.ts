import { Migration } from '@mikro-orm/migrations'

/** The token of a private event is forgotten when the last of those who wait for it was told. */
export class Migration20261121180410_private_events extends Migration {
  override up(): void {
    this.addSql('alter table event add awaited_by text[]')
  }
}
