import { Migration } from '@mikro-orm/migrations'

export class Migration20261215100000_buy_get extends Migration {
  override up(): void {
    this.addSql('alter table discount_rule add column buy_get jsonb')
  }
}
