import { Migration } from '@mikro-orm/migrations'

/** The access token that set the password stays valid after the change. All other tokens end. */
export class Migration20261122170000_kept_tokens extends Migration {
  override up(): void {
    this.addSql('alter table customer add column kept_token_hash text')
  }
}
