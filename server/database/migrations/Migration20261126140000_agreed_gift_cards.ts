import { Migration } from '@mikro-orm/migrations'

export class Migration20261126140000_agreed_gift_cards extends Migration {
  override up(): void {
    this.addSql('alter table cart add column agreed_gift_card_total bigint check (agreed_gift_card_total >= 0)')
  }
}
