import { Migration } from '@mikro-orm/migrations'
import { partOfCatalogue } from 'cartwright'

export class CreateStorefrontTheme extends Migration {
  override up(): void {
    this.addSql(`create table storefront_theme (
      id text primary key check (id = 'theme'),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      changes jsonb not null)`)
    this.addSql(`insert into storefront_theme values ('theme', now(), now(), '{}')`)
    this.addSql(partOfCatalogue('storefront_theme'))
  }
}
