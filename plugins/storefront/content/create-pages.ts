import { Migration } from '@mikro-orm/migrations'
import { partOfCatalogue } from 'cartwright'

export class CreateStorefrontPages extends Migration {
  override up(): void {
    this.addSql(`create table storefront_page (
      id text primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      slug text not null unique,
      purpose text not null check (purpose in ('imprint', 'terms', 'privacy', 'withdrawal', 'shipping', 'other')),
      position integer not null,
      is_published boolean not null,
      titles jsonb not null,
      texts jsonb not null)`)
    this.addSql(`create unique index storefront_page_purpose_idx on storefront_page (purpose) where purpose <> 'other'`)
    this.addSql(partOfCatalogue('storefront_page'))
  }
}
