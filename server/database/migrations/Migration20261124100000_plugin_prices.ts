import { Migration } from '@mikro-orm/migrations'

/** Price adjustments name the plugin that made them. */
export class Migration20261124100000_plugin_prices extends Migration {
  override up(): void {
    this.addSql(`alter table line_item_adjustment add plugin text,
      add constraint line_item_adjustment_origin_check check (plugin is null or discount_id is null)`)
    this.addSql('alter table shipping_method add adjustments jsonb')
  }
}
