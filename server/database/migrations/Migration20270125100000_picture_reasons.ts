import { Migration } from '@mikro-orm/migrations'

/** Why the shop has not fetched a picture, for clients in any language. */
export class Migration20270125100000_picture_reasons extends Migration {
  override up(): void {
    this.addSql('alter table remote_picture add column reason jsonb')
  }
}
