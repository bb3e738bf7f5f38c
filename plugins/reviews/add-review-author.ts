import { Migration } from '@mikro-orm/migrations'
import { partOfCatalogue } from 'cartwright'

export class AddReviewAuthor extends Migration {
  override up(): void {
    this.addSql('alter table review add author text')
    this.addSql(partOfCatalogue('review'))
  }
}
