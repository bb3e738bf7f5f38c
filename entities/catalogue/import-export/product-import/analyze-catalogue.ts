import { statement } from '#database/statement.ts'

/**
 * Gathers the statistics of what products consist of. PostgreSQL does so by itself, but only within minutes: until then
 * whoever reads many products, as an export that follows an import, would have that planned for a handful of them.
 */
export const analyzeCatalogue = statement(`
  analyze product, product_variant, product_option, product_option_value, money_amount, image,
    product_images, product_tags, product_sales_channel, product_category_product`)
