import { Migration } from '@mikro-orm/migrations'

/** Deletes the token of a private event after its last delivery. */
export class Migration20261121180410_private_events extends Migration {
  override up(): void {
    this.addSql('alter table event add awaited_by text[]')
  }
}
