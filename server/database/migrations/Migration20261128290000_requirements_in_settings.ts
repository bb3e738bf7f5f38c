import { Migration } from '@mikro-orm/migrations'

/** The settings of carts contain the requirements of shipping options, so changes of them set a new version. */
export class Migration20261128290000_requirements_in_settings extends Migration {
  override up(): void {
    this.addSql(`
      create trigger settings_version after insert or update or delete or truncate on shipping_option_requirement
      for each statement execute function renew_settings_version()`)
  }
}
