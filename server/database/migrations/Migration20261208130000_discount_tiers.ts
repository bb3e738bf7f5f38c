import { Migration } from '@mikro-orm/migrations'

export class Migration20261208130000_discount_tiers extends Migration {
  override up(): void {
    this.addSql('alter table discount_rule add column tiers jsonb')
  }
}
