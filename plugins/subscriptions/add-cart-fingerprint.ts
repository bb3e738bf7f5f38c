import { Migration } from '@mikro-orm/migrations'

export class AddCartFingerprint extends Migration {
  override up(): void {
    this.addSql('alter table subscription add cart_fingerprint text')
  }
}
