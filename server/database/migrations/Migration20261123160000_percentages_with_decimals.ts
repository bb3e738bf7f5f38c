import { Migration } from '@mikro-orm/migrations'

/** A percentage discount has up to two decimals, as tax rates have decimals. A fixed amount stays whole minor units. */
export class Migration20261123160000_percentages_with_decimals extends Migration {
  override up(): void {
    this.addSql('alter table discount_rule alter value type double precision')
    this.addSql(`alter table discount_rule
      add constraint discount_rule_whole_amount check (type = 'percentage' or value = trunc(value)),
      add constraint discount_rule_two_decimals check (value::numeric = round(value::numeric, 2))`)
  }
}
