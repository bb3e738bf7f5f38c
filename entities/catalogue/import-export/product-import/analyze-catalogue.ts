import { statement } from '#database/statement.ts'

/** Autovacuum updates statistics only after minutes. Until then, plans of large exports assume a few rows. */
export const analyzeCatalogue = statement(`
  analyze product, product_variant, product_option, product_option_value, money_amount, image,
    product_images, product_tags, product_sales_channel, product_category_product`)
