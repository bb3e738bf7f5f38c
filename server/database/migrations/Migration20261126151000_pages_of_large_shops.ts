import { Migration } from '@mikro-orm/migrations'

/** Finds the newest products of a collection or a type, and products by a part of their description, without reading others. */
export class Migration20261126151000_pages_of_large_shops extends Migration {
  override up(): void {
    for (const column of ['collection_id', 'type_id']) {
      this.addSql(`drop index product_${column}_idx`)
      this.addSql(`create index on product (${column}, created_at, id)`)
    }
    this.addSql('create index on product using gin (description gin_trgm_ops)')
  }
}
