import { Migration } from '@mikro-orm/migrations'

/** The budgets of a promotion, and the discount that each order got. */
export class Migration20261215110000_discount_budgets extends Migration {
  override up(): void {
    this.addSql('alter table discount_rule add column budgets jsonb')
    this.addSql('alter table agreed_discount add column given bigint')
  }
}
