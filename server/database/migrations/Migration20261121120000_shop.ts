import { Migration } from '@mikro-orm/migrations'

/** The tables of the first version. */
export class Migration20261121120000_shop extends Migration {
  override up(): void {
    for (const sql of [tables, foreignKeys, rules, indexes]) this.addSql(sql)
  }
}

/** The columns equal those of the entities. */
const tables = `
create sequence order_display_id_seq;

create table currency (
  code text primary key,
  symbol text not null,
  symbol_native text not null,
  name text not null,
  includes_tax boolean not null,
  decimal_digits smallint not null
);

create table customer_group (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  name text not null
);

create table discount_rule (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  description text,
  type text not null,
  value integer not null,
  allocation text
);

create table discount_condition (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  type text not null,
  operator text not null,
  discount_rule_id text not null
);

create table discount_condition_customer_group (
  condition_id text not null,
  customer_group_id text not null,
  primary key (condition_id, customer_group_id)
);

create table discount (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  code text not null,
  is_dynamic boolean not null,
  is_disabled boolean not null,
  rule_id text not null,
  parent_discount_id text,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3),
  valid_duration text,
  usage_limit integer,
  usage_count integer not null
);

create table fulfillment_provider (
  id text primary key,
  is_installed boolean not null
);

create table idempotency_key (
  id text primary key,
  created_at timestamptz(3) not null,
  idempotency_key text not null,
  request text not null,
  answer text
);

create table payment (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  metadata jsonb,
  cart_id text,
  order_id text,
  swap_id text,
  amount bigint not null,
  amount_refunded bigint not null,
  currency_code text not null,
  provider_id text not null,
  data jsonb not null,
  captured_at timestamptz(3),
  canceled_at timestamptz(3),
  idempotency_key text
);

create table payment_provider (
  id text primary key,
  is_installed boolean not null
);

create table price_list (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  name text not null,
  description text not null,
  type text not null,
  status text not null,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  includes_tax boolean not null
);

create table price_list_customer_groups (
  price_list_id text not null,
  customer_group_id text not null,
  primary key (price_list_id, customer_group_id)
);

create table product_collection (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  title text not null,
  handle text
);

create table discount_condition_product_collection (
  condition_id text not null,
  product_collection_id text not null,
  primary key (condition_id, product_collection_id)
);

create table image (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  url text not null
);

create table product_tag (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  value text not null
);

create table discount_condition_product_tag (
  condition_id text not null,
  product_tag_id text not null,
  primary key (condition_id, product_tag_id)
);

create table product_type (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  value text not null
);

create table discount_condition_product_type (
  condition_id text not null,
  product_type_id text not null,
  primary key (condition_id, product_type_id)
);

create table refund (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  metadata jsonb,
  order_id text,
  payment_id text,
  amount bigint not null,
  note text,
  reason text not null,
  idempotency_key text
);

create table sales_channel (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  name text not null,
  description text,
  is_disabled boolean not null
);

create table session (
  id text primary key,
  user_id text,
  customer_id text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);

create table shipping_profile (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  name text not null,
  type text not null
);

create table product (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  weight integer,
  length integer,
  width integer,
  height integer,
  hs_code text,
  origin_country text,
  mid_code text,
  material text,
  title text not null,
  subtitle text,
  description text,
  handle text,
  status text not null,
  is_giftcard boolean not null,
  discountable boolean not null,
  thumbnail text,
  external_id text,
  profile_id text not null,
  collection_id text,
  type_id text
);

create table product_variant (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  weight integer,
  length integer,
  width integer,
  height integer,
  hs_code text,
  origin_country text,
  mid_code text,
  material text,
  title text not null,
  product_id text not null,
  sku text,
  barcode text,
  ean text,
  upc text,
  variant_rank integer,
  inventory_quantity integer not null,
  allow_backorder boolean not null,
  manage_inventory boolean not null
);

create table product_option (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  title text not null,
  product_id text not null
);

create table product_option_value (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  value text not null,
  option_id text not null,
  variant_id text not null
);

create table product_tags (
  product_id text not null,
  product_tag_id text not null,
  primary key (product_id, product_tag_id)
);

create table product_sales_channel (
  product_id text not null,
  sales_channel_id text not null,
  primary key (product_id, sales_channel_id)
);

create table product_images (
  product_id text not null,
  image_id text not null,
  primary key (product_id, image_id)
);

create table discount_condition_product (
  condition_id text not null,
  product_id text not null,
  primary key (condition_id, product_id)
);

create table store (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  metadata jsonb,
  name text not null,
  default_currency_code text not null,
  default_sales_channel_id text not null,
  default_location_id text,
  swap_link_template text,
  payment_link_template text,
  invite_link_template text
);

create table store_currencies (
  store_id text not null,
  currency_code text not null,
  primary key (store_id, currency_code)
);

create table tax_provider (
  id text primary key,
  is_installed boolean not null
);

create table region (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  name text not null,
  currency_code text not null,
  tax_rate double precision not null,
  tax_code text,
  gift_cards_taxable boolean not null,
  automatic_taxes boolean not null,
  includes_tax boolean not null,
  tax_provider_id text
);

create table shipping_option (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  name text not null,
  region_id text not null,
  profile_id text not null,
  provider_id text not null,
  price_type text not null,
  amount bigint,
  is_return boolean not null,
  admin_only boolean not null,
  includes_tax boolean not null,
  data jsonb not null
);

create table shipping_option_requirement (
  id text primary key,
  deleted_at timestamptz(3),
  shipping_option_id text not null,
  type text not null,
  amount bigint not null
);

create table region_payment_providers (
  region_id text not null,
  provider_id text not null,
  primary key (region_id, provider_id)
);

create table region_fulfillment_providers (
  region_id text not null,
  provider_id text not null,
  primary key (region_id, provider_id)
);

create table money_amount (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  variant_id text not null,
  currency_code text not null,
  amount bigint not null,
  min_quantity integer,
  max_quantity integer,
  region_id text,
  price_list_id text
);

create table gift_card (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  code text not null,
  value bigint not null,
  balance bigint not null,
  region_id text not null,
  order_id text,
  is_disabled boolean not null,
  ends_at timestamptz(3),
  tax_rate double precision
);

create table gift_card_transaction (
  id text primary key,
  created_at timestamptz(3) not null,
  gift_card_id text not null,
  order_id text not null,
  amount bigint not null,
  is_taxable boolean,
  tax_rate double precision
);

create table discount_regions (
  discount_id text not null,
  region_id text not null,
  primary key (discount_id, region_id)
);

create table country (
  iso_2 text primary key,
  id integer not null,
  iso_3 text not null,
  num_code integer not null,
  name text not null,
  display_name text not null,
  region_id text
);

create table address (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  customer_id text,
  company text,
  first_name text,
  last_name text,
  address_1 text,
  address_2 text,
  city text,
  country_code text,
  province text,
  postal_code text,
  phone text
);

create table customer (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  email text not null,
  first_name text,
  last_name text,
  phone text,
  has_account boolean not null,
  password_hash text,
  billing_address_id text
);

create table "order" (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  metadata jsonb,
  status text not null,
  fulfillment_status text not null,
  payment_status text not null,
  display_id integer not null default nextval('order_display_id_seq'),
  cart_id text,
  customer_id text not null,
  email text not null,
  region_id text not null,
  currency_code text not null,
  tax_rate double precision,
  billing_address_id text,
  shipping_address_id text,
  sales_channel_id text,
  draft_order_id text,
  canceled_at timestamptz(3),
  no_notification boolean,
  idempotency_key text,
  external_id text
);

create table order_gift_cards (
  order_id text not null,
  gift_card_id text not null,
  primary key (order_id, gift_card_id)
);

create table order_discounts (
  order_id text not null,
  discount_id text not null,
  primary key (order_id, discount_id)
);

create table customer_group_customers (
  customer_id text not null,
  customer_group_id text not null,
  primary key (customer_id, customer_group_id)
);

create table cart (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  email text,
  type text not null,
  region_id text not null,
  customer_id text,
  sales_channel_id text,
  billing_address_id text,
  shipping_address_id text,
  payment_id text,
  completed_at timestamptz(3),
  payment_authorized_at timestamptz(3),
  idempotency_key text,
  context jsonb
);

create table shipping_method (
  id text primary key,
  shipping_option_id text not null,
  cart_id text,
  order_id text,
  claim_order_id text,
  swap_id text,
  return_id text,
  price bigint not null,
  includes_tax boolean not null,
  data jsonb not null
);

create table shipping_method_tax_line (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  metadata jsonb,
  shipping_method_id text not null,
  rate double precision not null,
  name text not null,
  code text
);

create table payment_session (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  cart_id text not null,
  provider_id text not null,
  is_selected boolean,
  is_initiated boolean not null,
  status text not null,
  data jsonb not null,
  idempotency_key text,
  amount bigint,
  payment_authorized_at timestamptz(3)
);

create table line_item (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  metadata jsonb,
  cart_id text,
  order_id text,
  swap_id text,
  claim_order_id text,
  original_item_id text,
  order_edit_id text,
  title text not null,
  description text,
  thumbnail text,
  is_return boolean not null,
  is_giftcard boolean not null,
  should_merge boolean not null,
  allow_discounts boolean not null,
  has_shipping boolean,
  unit_price bigint not null,
  includes_tax boolean not null,
  variant_id text,
  quantity integer not null,
  fulfilled_quantity integer,
  returned_quantity integer,
  shipped_quantity integer
);

create table line_item_tax_line (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  metadata jsonb,
  item_id text not null,
  rate double precision not null,
  name text not null,
  code text
);

create table line_item_adjustment (
  id text primary key,
  metadata jsonb,
  item_id text not null,
  description text not null,
  discount_id text,
  amount double precision not null
);

create table cart_gift_cards (
  cart_id text not null,
  gift_card_id text not null,
  primary key (cart_id, gift_card_id)
);

create table cart_discounts (
  cart_id text not null,
  discount_id text not null,
  primary key (cart_id, discount_id)
);

create table tax_rate (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  metadata jsonb,
  rate double precision,
  code text,
  name text not null,
  region_id text not null
);

create table shipping_tax_rate (
  rate_id text not null,
  shipping_option_id text not null,
  primary key (rate_id, shipping_option_id)
);

create table product_type_tax_rate (
  rate_id text not null,
  product_type_id text not null,
  primary key (rate_id, product_type_id)
);

create table product_tax_rate (
  rate_id text not null,
  product_id text not null,
  primary key (rate_id, product_id)
);

create table "user" (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  role text not null,
  email text not null,
  first_name text,
  last_name text,
  api_token text,
  password_hash text
);
`

/** PostgreSQL checks deferred keys at the commit. */
const foreignKeys = `
alter table "order" add foreign key (billing_address_id) references address;
alter table "order" add foreign key (cart_id) references cart;
alter table "order" add foreign key (currency_code) references currency;
alter table "order" add foreign key (customer_id) references customer;
alter table "order" add foreign key (region_id) references region;
alter table "order" add foreign key (sales_channel_id) references sales_channel;
alter table "order" add foreign key (shipping_address_id) references address;
alter table address add foreign key (country_code) references country;
alter table address add foreign key (customer_id) references customer;
alter table cart add foreign key (billing_address_id) references address;
alter table cart add foreign key (customer_id) references customer;
alter table cart add foreign key (payment_id) references payment deferrable initially deferred;
alter table cart add foreign key (region_id) references region;
alter table cart add foreign key (sales_channel_id) references sales_channel;
alter table cart add foreign key (shipping_address_id) references address;
alter table cart_discounts add foreign key (cart_id) references cart on delete cascade;
alter table cart_discounts add foreign key (discount_id) references discount on delete cascade;
alter table cart_gift_cards add foreign key (cart_id) references cart on delete cascade;
alter table cart_gift_cards add foreign key (gift_card_id) references gift_card on delete cascade;
alter table country add foreign key (region_id) references region;
alter table customer add foreign key (billing_address_id) references address deferrable initially deferred;
alter table customer_group_customers add foreign key (customer_group_id) references customer_group on delete cascade;
alter table customer_group_customers add foreign key (customer_id) references customer on delete cascade;
alter table discount add foreign key (parent_discount_id) references discount;
alter table discount add foreign key (rule_id) references discount_rule;
alter table discount_condition add foreign key (discount_rule_id) references discount_rule;
alter table discount_condition_customer_group add foreign key (condition_id) references discount_condition on delete cascade;
alter table discount_condition_customer_group add foreign key (customer_group_id) references customer_group on delete cascade;
alter table discount_condition_product add foreign key (condition_id) references discount_condition on delete cascade;
alter table discount_condition_product add foreign key (product_id) references product on delete cascade;
alter table discount_condition_product_collection add foreign key (condition_id) references discount_condition on delete cascade;
alter table discount_condition_product_collection add foreign key (product_collection_id) references product_collection on delete cascade;
alter table discount_condition_product_tag add foreign key (condition_id) references discount_condition on delete cascade;
alter table discount_condition_product_tag add foreign key (product_tag_id) references product_tag on delete cascade;
alter table discount_condition_product_type add foreign key (condition_id) references discount_condition on delete cascade;
alter table discount_condition_product_type add foreign key (product_type_id) references product_type on delete cascade;
alter table discount_regions add foreign key (discount_id) references discount on delete cascade;
alter table discount_regions add foreign key (region_id) references region on delete cascade;
alter table gift_card add foreign key (order_id) references "order";
alter table gift_card add foreign key (region_id) references region;
alter table gift_card_transaction add foreign key (gift_card_id) references gift_card;
alter table gift_card_transaction add foreign key (order_id) references "order";
alter table line_item add foreign key (cart_id) references cart;
alter table line_item add foreign key (order_id) references "order";
alter table line_item add foreign key (variant_id) references product_variant;
alter table line_item_adjustment add foreign key (discount_id) references discount;
alter table line_item_adjustment add foreign key (item_id) references line_item;
alter table line_item_tax_line add foreign key (item_id) references line_item;
alter table money_amount add foreign key (currency_code) references currency;
alter table money_amount add foreign key (price_list_id) references price_list;
alter table money_amount add foreign key (region_id) references region;
alter table money_amount add foreign key (variant_id) references product_variant;
alter table order_discounts add foreign key (discount_id) references discount on delete cascade;
alter table order_discounts add foreign key (order_id) references "order" on delete cascade;
alter table order_gift_cards add foreign key (gift_card_id) references gift_card on delete cascade;
alter table order_gift_cards add foreign key (order_id) references "order" on delete cascade;
alter table payment add foreign key (cart_id) references cart;
alter table payment add foreign key (order_id) references "order";
alter table payment add foreign key (provider_id) references payment_provider;
alter table payment_session add foreign key (cart_id) references cart;
alter table payment_session add foreign key (provider_id) references payment_provider;
alter table price_list_customer_groups add foreign key (customer_group_id) references customer_group on delete cascade;
alter table price_list_customer_groups add foreign key (price_list_id) references price_list on delete cascade;
alter table product add foreign key (collection_id) references product_collection;
alter table product add foreign key (profile_id) references shipping_profile;
alter table product add foreign key (type_id) references product_type;
alter table product_images add foreign key (image_id) references image on delete cascade;
alter table product_images add foreign key (product_id) references product on delete cascade;
alter table product_option add foreign key (product_id) references product;
alter table product_option_value add foreign key (option_id) references product_option;
alter table product_option_value add foreign key (variant_id) references product_variant;
alter table product_sales_channel add foreign key (product_id) references product on delete cascade;
alter table product_sales_channel add foreign key (sales_channel_id) references sales_channel on delete cascade;
alter table product_tags add foreign key (product_id) references product on delete cascade;
alter table product_tags add foreign key (product_tag_id) references product_tag on delete cascade;
alter table product_tax_rate add foreign key (product_id) references product on delete cascade;
alter table product_tax_rate add foreign key (rate_id) references tax_rate on delete cascade;
alter table product_type_tax_rate add foreign key (product_type_id) references product_type on delete cascade;
alter table product_type_tax_rate add foreign key (rate_id) references tax_rate on delete cascade;
alter table product_variant add foreign key (product_id) references product;
alter table refund add foreign key (order_id) references "order";
alter table refund add foreign key (payment_id) references payment;
alter table region add foreign key (currency_code) references currency;
alter table region add foreign key (tax_provider_id) references tax_provider;
alter table region_fulfillment_providers add foreign key (provider_id) references fulfillment_provider on delete cascade;
alter table region_fulfillment_providers add foreign key (region_id) references region on delete cascade;
alter table region_payment_providers add foreign key (provider_id) references payment_provider on delete cascade;
alter table region_payment_providers add foreign key (region_id) references region on delete cascade;
alter table session add foreign key (customer_id) references customer on delete cascade;
alter table session add foreign key (user_id) references "user" on delete cascade;
alter table shipping_method add foreign key (cart_id) references cart;
alter table shipping_method add foreign key (order_id) references "order";
alter table shipping_method add foreign key (shipping_option_id) references shipping_option;
alter table shipping_method_tax_line add foreign key (shipping_method_id) references shipping_method;
alter table shipping_option add foreign key (profile_id) references shipping_profile;
alter table shipping_option add foreign key (provider_id) references fulfillment_provider;
alter table shipping_option add foreign key (region_id) references region;
alter table shipping_option_requirement add foreign key (shipping_option_id) references shipping_option;
alter table shipping_tax_rate add foreign key (rate_id) references tax_rate on delete cascade;
alter table shipping_tax_rate add foreign key (shipping_option_id) references shipping_option on delete cascade;
alter table store add foreign key (default_currency_code) references currency;
alter table store add foreign key (default_sales_channel_id) references sales_channel;
alter table store_currencies add foreign key (currency_code) references currency on delete cascade;
alter table store_currencies add foreign key (store_id) references store on delete cascade;
alter table tax_rate add foreign key (region_id) references region;
`

/** Constraints that protect the data from errors in the code: uniqueness, stock, balances, limits and statuses. */
const rules = `
create unique index on customer (email, has_account) where deleted_at is null;
create unique index on "user" (email) where deleted_at is null;
create unique index on customer_group (name) where deleted_at is null;
create unique index on discount (code) where deleted_at is null;
create unique index on discount_condition (discount_rule_id, type, operator) where deleted_at is null;
create unique index on gift_card (code);
create unique index on idempotency_key (idempotency_key);
create unique index on country (id);
create unique index on product (handle) where deleted_at is null;
create unique index on product_collection (handle) where deleted_at is null;
create unique index on product_tag (value) where deleted_at is null;
create unique index on product_type (value) where deleted_at is null;
create unique index on product_variant (sku) where deleted_at is null;
create unique index on product_variant (barcode) where deleted_at is null;
create unique index on product_variant (ean) where deleted_at is null;
create unique index on product_variant (upc) where deleted_at is null;
create unique index on payment_session (cart_id, provider_id);
create unique index on payment_session (cart_id) where is_selected;
create unique index on payment (cart_id) where canceled_at is null;
create unique index on "order" (cart_id);
create unique index on "order" (display_id);
create unique index on gift_card_transaction (gift_card_id, order_id);
create unique index on shipping_option_requirement (shipping_option_id, type) where deleted_at is null;

alter table product_variant add check (inventory_quantity >= 0 or allow_backorder or not manage_inventory);
alter table gift_card add check (value >= 0), add check (balance between 0 and value);
alter table gift_card_transaction add check (amount >= 0);
alter table discount add check (usage_limit is null or usage_count <= usage_limit), add check (usage_count >= 0);
alter table discount_rule add check (value >= 0), add check (type <> 'percentage' or value <= 100),
  add check (type in ('fixed', 'percentage', 'free_shipping')), add check (allocation in ('total', 'item'));
alter table discount_condition add check (operator in ('in', 'not_in')),
  add check (type in ('products', 'product_types', 'product_collections', 'product_tags', 'customer_groups'));
alter table money_amount add check (amount >= 0);
alter table line_item add check (quantity > 0), add check (unit_price >= 0);
alter table shipping_method add check (price >= 0);
alter table shipping_option add check (price_type in ('flat_rate', 'calculated')), add check (amount >= 0);
alter table shipping_option_requirement add check (type in ('min_subtotal', 'max_subtotal')), add check (amount >= 0);
alter table shipping_profile add check (type in ('default', 'gift_card', 'custom'));
alter table product add check (status in ('draft', 'proposed', 'published', 'rejected'));
alter table price_list add check (type in ('sale', 'override')), add check (status in ('active', 'draft'));
alter table region add check (tax_rate between 0 and 100);
alter table "user" add check (role in ('admin', 'member', 'developer'));
alter table cart add check (type in ('default', 'swap', 'draft_order', 'payment_link', 'claim'));
alter table payment_session add check (status in ('pending', 'authorized', 'requires_more', 'error', 'canceled')),
  add check (is_selected is distinct from false);
alter table payment add check (amount >= 0), add check (amount_refunded between 0 and amount);
alter table refund add check (amount > 0), add check (reason in ('discount', 'return', 'swap', 'claim', 'other'));
alter table "order"
  add check (status in ('pending', 'completed', 'archived', 'canceled', 'requires_action')),
  add check (fulfillment_status in ('not_fulfilled', 'partially_fulfilled', 'fulfilled', 'partially_shipped', 'shipped', 'partially_returned', 'returned', 'canceled', 'requires_action')),
  add check (payment_status in ('not_paid', 'awaiting', 'captured', 'partially_refunded', 'refunded', 'canceled', 'requires_action'));
`

/** Indexes for relations, and for lists in their default order. */
const indexes = `
create index on discount_condition (discount_rule_id);
create index on discount (rule_id);
create index on discount (parent_discount_id);
create index on payment (cart_id);
create index on payment (order_id);
create index on refund (order_id);
create index on refund (payment_id);
create index on session (user_id);
create index on session (customer_id);
create index on product (profile_id);
create index on product (collection_id);
create index on product (type_id);
create index on product_variant (product_id);
create index on product_option (product_id);
create index on product_option_value (option_id);
create index on product_option_value (variant_id);
create index on shipping_option (region_id);
create index on shipping_option (profile_id);
create index on shipping_option_requirement (shipping_option_id);
create index on money_amount (variant_id);
create index on money_amount (region_id);
create index on money_amount (price_list_id);
create index on gift_card_transaction (gift_card_id);
create index on gift_card_transaction (order_id);
create index on country (region_id);
create index on address (customer_id);
create index on "order" (customer_id);
create index on cart (customer_id);
create index on shipping_method (cart_id);
create index on shipping_method (order_id);
create index on shipping_method_tax_line (shipping_method_id);
create index on payment_session (cart_id);
create index on line_item (cart_id);
create index on line_item (order_id);
create index on line_item (variant_id);
create index on line_item_tax_line (item_id);
create index on line_item_adjustment (item_id);
create index on tax_rate (region_id);
create index on product (created_at, id);
create index on product_variant (created_at, id);
create index on product_collection (created_at, id);
create index on customer (created_at, id);
create index on "order" (created_at, id);
create index on discount (created_at, id);
create index on region (created_at, id);
create index on price_list (created_at, id);
`
