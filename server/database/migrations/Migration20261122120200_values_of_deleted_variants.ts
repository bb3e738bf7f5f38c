import { Migration } from '@mikro-orm/migrations'

/** The values of a variant go with it, so that no option offers them any more. */
export class Migration20261122120200_values_of_deleted_variants extends Migration {
  override up(): void {
    this.addSql(`
update product_option_value value set deleted_at = variant.deleted_at
from product_variant variant
where variant.id = value.variant_id and variant.deleted_at is not null and value.deleted_at is null`)
  }
}
