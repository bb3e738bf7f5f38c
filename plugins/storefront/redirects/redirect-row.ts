import { Migration } from '@mikro-orm/migrations'
import { defineEntity, p } from '@mikro-orm/postgresql'
import { columnsOf, defineResource, id, partOfCatalogue, timestamps } from 'cartwright'

const StoredRedirectSchema = defineEntity({
  name: 'StorefrontRedirect',
  tableName: 'storefront_redirect',
  properties: {
    id: id('redir'),
    ...timestamps(),
    /** A path with its query, as `keyOf` writes it. */
    from_path: p.text(),
    /** A path of the shop. Null: the page does not exist any longer. */
    to_path: p.text().nullable(),
    /** 301, 302, or 410 without a new address. */
    status: p.integer(),
    /** The batch job of an import that has created the redirect. */
    import_id: p.text().nullable(),
    /** The product, category or collection of the import. */
    row_id: p.text().nullable(),
  },
})

/** An old address, and the page to which it leads. */
export class StoredRedirect extends StoredRedirectSchema.class {}
StoredRedirectSchema.setClass(StoredRedirect)

/** SQL for the page to which a redirect leads today: the row of an import can have another handle since. */
export const TARGET_SQL = `coalesce(
    (select '/products/' || handle from product where id = row_id and deleted_at is null),
    (select '/categories/' || handle from product_category where id = row_id),
    (select '/collections/' || handle from product_collection where id = row_id and deleted_at is null),
    to_path)`

export const RedirectResource = defineResource({
  name: 'StorefrontRedirect',
  entity: StoredRedirect,
  columns: columnsOf(StoredRedirect, { omit: ['import_id', 'row_id'] }),
})

export class CreateStorefrontRedirects extends Migration {
  override up(): void {
    this.addSql(`create table storefront_redirect (
      id text primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      from_path text not null unique,
      to_path text,
      status integer not null check (status in (301, 302, 410)),
      check ((status = 410) = (to_path is null)))`)
    this.addSql(partOfCatalogue('storefront_redirect'))
  }
}

export class AddImportsOfRedirects extends Migration {
  override up(): void {
    this.addSql('alter table storefront_redirect add column import_id text, add column row_id text')
    this.addSql(
      'create index storefront_redirect_import_id_idx on storefront_redirect (import_id) where import_id is not null',
    )
  }
}
