import { Migration } from '@mikro-orm/migrations'

/** Deletes the option values of deleted variants. */
export class Migration20261122120200_values_of_deleted_variants extends Migration {
  override up(): void {
    this.addSql(`
update product_option_value value set deleted_at = variant.deleted_at
from product_variant variant
where variant.id = value.variant_id and variant.deleted_at is not null and value.deleted_at is null`)
  }
}
