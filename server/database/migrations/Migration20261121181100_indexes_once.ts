import { Migration } from '@mikro-orm/migrations'

/** Drops duplicate indexes of products and variants. */
export class Migration20261121181100_indexes_once extends Migration {
  override up(): void {
    this.addSql('drop index if exists product_variant_search')
    this.addSql('drop index if exists product_title_search')
  }
}
