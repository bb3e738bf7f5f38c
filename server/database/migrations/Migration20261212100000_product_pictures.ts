import { Migration } from '@mikro-orm/migrations'

/** The alternative text of pictures, the picture and the cost of a variant, and the texts of a product for search engines. */
export class Migration20261212100000_product_pictures extends Migration {
  override up(): void {
    this.addSql('alter table image add column alt text')
    this.addSql(`
      alter table product_variant
        add column thumbnail text,
        add column cost_amount integer check (cost_amount >= 0),
        add column cost_currency_code text,
        add check ((cost_amount is null) = (cost_currency_code is null))`)
    this.addSql('alter table product add column seo_title text, add column seo_description text')
  }
}
