import { Migration } from '@mikro-orm/migrations'

/** The amount of a payment session is never negative. */
export class Migration20261121153000_session_amounts extends Migration {
  override up(): void {
    this.addSql('alter table payment_session add check (amount >= 0)')
  }
}
