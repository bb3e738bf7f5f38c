import { Migration } from '@mikro-orm/migrations'

/**
 * Indexes for columns by which statements find the rows of a discount, a gift card, a group, a tag, a product or an
 * order. PostgreSQL itself finds the links of a deleted image.
 */
export class Migration20261126150000_reading_by_reference extends Migration {
  override up(): void {
    this.addSql('create index on cart_discounts (discount_id)')
    this.addSql('create index on cart_gift_cards (gift_card_id)')
    this.addSql('create index on customer_group_customers (customer_group_id)')
    this.addSql('create index on product_images (image_id)')
    this.addSql('create index on product_tags (product_tag_id)')
    this.addSql('create index on product_tax_rate (product_id)')
    // Few gift cards are sold with an order.
    this.addSql('create index on gift_card (order_id) where order_id is not null')
  }
}
