import { Migration } from '@mikro-orm/migrations'
import { partOfCatalogue } from 'cartwright'

/** A picture without `srcset` cannot be resized. */
export class CreatePictures extends Migration {
  override up(): void {
    this.addSql(`create table storefront_picture (
      url text primary key,
      created_at timestamptz(3) not null,
      width integer,
      height integer,
      src text,
      srcset text,
      check ((srcset is null) = (src is null) and (srcset is null) = (width is null) and (srcset is null) = (height is null)))`)
    this.addSql(partOfCatalogue('storefront_picture'))
  }
}
