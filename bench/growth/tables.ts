export interface FilledTable {
  name: string
  /** Relative time to fill the table. The slowest tables are filled first. */
  weight: number
  rows(count: number): string
}

const key = (prefix: string, i = 'i') => `'${prefix}_' || lpad((${i})::text, 26, '0')`
const at = 'now() - make_interval(mins => 1000000 - i % 1000000)'
const REGION = '(select id from region order by id limit 1)'
const CHANNEL = '(select default_sales_channel_id from store limit 1)'
const OPTION = '(select id from shipping_option order by id limit 1)'
const DISCOUNT = '(select id from discount order by id limit 1)'
const PROFILE = `(select id from shipping_profile where type = 'default' limit 1)`

/** `n` is the number of a row within its order, from 1 to `each`. */
const table = (name: string, weight: number, columns: Record<string, string>, { each = 1 } = {}): FilledTable => ({
  name,
  weight,
  rows: (count) => `
    insert into ${name} (${Object.keys(columns).join(', ')})
    select ${Object.values(columns).join(', ')}
    from generate_series(1, ${count}) i${each > 1 ? `, generate_series(1, ${each}) n` : ''}`,
})

const timestamps = { created_at: at, updated_at: at }
const LINES = { each: 2 }
const line = key('item', `i * 10 + n`)

export const TABLES: readonly FilledTable[] = [
  table('customer', 9, {
    id: key('cus'),
    ...timestamps,
    email: `'buyer' || i || '@example.com'`,
    has_account: 'false',
  }),
  table('address', 7, {
    id: key('addr'),
    ...timestamps,
    customer_id: key('cus'),
    first_name: `(array['Ada','Grace','Alan','Edsger','Barbara'])[1 + i % 5]`,
    last_name: `'Byron'`,
    address_1: `'Main Street ' || i`,
    city: `'Town'`,
    postal_code: `'1000'`,
    country_code: '(select iso_2 from country order by iso_2 limit 1)',
  }),
  table('cart', 5, {
    id: key('cart'),
    ...timestamps,
    type: `'default'`,
    email: `'buyer' || i || '@example.com'`,
    region_id: REGION,
    customer_id: key('cus'),
    sales_channel_id: CHANNEL,
    billing_address_id: key('addr'),
    shipping_address_id: key('addr'),
    completed_at: at,
    payment_authorized_at: at,
    payment_id: key('pay'),
  }),
  table('"order"', 20, {
    id: key('order'),
    ...timestamps,
    metadata: `'{}'`,
    status: `case when i % 50 = 0 then 'pending' else 'completed' end`,
    fulfillment_status: `case when i % 50 = 0 then 'not_fulfilled' else 'fulfilled' end`,
    payment_status: `case when i % 50 = 0 then 'awaiting' else 'captured' end`,
    cart_id: key('cart'),
    customer_id: key('cus'),
    email: `'buyer' || i || '@example.com'`,
    region_id: REGION,
    currency_code: `'eur'`,
    billing_address_id: key('addr'),
    shipping_address_id: key('addr'),
    sales_channel_id: CHANNEL,
  }),
  table(
    'line_item',
    18,
    {
      id: line,
      ...timestamps,
      cart_id: key('cart'),
      order_id: key('order'),
      title: `'Product ' || i`,
      is_return: 'false',
      is_giftcard: 'false',
      should_merge: 'true',
      allow_discounts: 'true',
      has_shipping: 'true',
      unit_price: '1000 + i % 1000',
      includes_tax: 'false',
      variant_id: key('variant'),
      quantity: 'n',
    },
    LINES,
  ),
  table(
    'line_item_tax_line',
    9,
    { id: key('litl', 'i * 10 + n'), ...timestamps, item_id: line, rate: '20', name: `'default'`, code: `'default'` },
    LINES,
  ),
  table(
    'line_item_adjustment',
    8,
    { id: key('lia', 'i * 10 + n'), item_id: line, description: `'discount'`, discount_id: DISCOUNT, amount: '100' },
    LINES,
  ),
  table('shipping_method', 6, {
    id: key('sm'),
    shipping_option_id: OPTION,
    cart_id: key('cart'),
    order_id: key('order'),
    price: '500',
    includes_tax: 'false',
    data: `'{}'`,
  }),
  table('shipping_method_tax_line', 4, {
    id: key('smtl'),
    ...timestamps,
    shipping_method_id: key('sm'),
    rate: '20',
    name: `'default'`,
    code: `'default'`,
  }),
  table('payment_session', 6, {
    id: key('ps'),
    ...timestamps,
    cart_id: key('cart'),
    provider_id: `'manual'`,
    is_selected: 'true',
    is_initiated: 'true',
    status: `'authorized'`,
    data: `'{"status":"authorized"}'`,
    amount: '2000',
    payment_authorized_at: at,
  }),
  table('payment', 6, {
    id: key('pay'),
    ...timestamps,
    cart_id: key('cart'),
    order_id: key('order'),
    amount: '2000',
    amount_refunded: '0',
    currency_code: `'eur'`,
    provider_id: `'manual'`,
    data: `'{"status":"authorized"}'`,
    captured_at: at,
  }),
  table('cart_discounts', 3, { cart_id: key('cart'), discount_id: DISCOUNT }),
  table('order_discounts', 3, { order_id: key('order'), discount_id: DISCOUNT }),
  table('event', 4, {
    created_at: at,
    name: `'order.placed'`,
    payload: `jsonb_build_object('id', ${key('order')})`,
    is_private: 'false',
  }),
  table('product', 14, {
    id: key('prod'),
    ...timestamps,
    title: `'Product ' || i`,
    description: `'A product of the shop'`,
    handle: `'product-' || i`,
    status: `'published'`,
    is_giftcard: 'false',
    discountable: 'true',
    profile_id: PROFILE,
  }),
  table('product_variant', 16, {
    id: key('variant'),
    ...timestamps,
    title: `'One size'`,
    product_id: key('prod'),
    sku: `'SKU-' || i`,
    variant_rank: '0',
    inventory_quantity: '10000000',
    allow_backorder: 'false',
    manage_inventory: 'true',
  }),
  table('money_amount', 5, {
    id: key('ma'),
    ...timestamps,
    variant_id: key('variant'),
    currency_code: `'eur'`,
    amount: '1000 + i % 1000',
  }),
  table('product_option', 4, { id: key('opt'), ...timestamps, title: `'Size'`, product_id: key('prod') }),
  table('product_option_value', 5, {
    id: key('optval'),
    ...timestamps,
    value: `'One size'`,
    option_id: key('opt'),
    variant_id: key('variant'),
  }),
  table('product_sales_channel', 4, { product_id: key('prod'), sales_channel_id: CHANNEL }),
]

export const variantIdOf = (i: number): string => `variant_${String(i).padStart(26, '0')}`
