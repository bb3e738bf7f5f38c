import { Migration } from '@mikro-orm/migrations'

/** Who sets a password with an access token goes on with that token; all others end with the password before. */
export class Migration20261122170000_kept_tokens extends Migration {
  override up(): void {
    this.addSql('alter table customer add column kept_token_hash text')
  }
}
