import { Migration } from '@mikro-orm/migrations'

/** Nobody is ever asked to pay less than nothing. */
export class Migration20261121153000_session_amounts extends Migration {
  override up(): void {
    this.addSql('alter table payment_session add check (amount >= 0)')
  }
}
