/** A row of a file for each format that imports recognize, by the titles of the file. */
export const IMPORT_FORMATS: readonly { name: string; type: string; row: Record<string, string>; context?: object }[] =
  [
    {
      name: 'the shop',
      type: 'product-import',
      row: {
        ...{ 'Product Handle': 'own', 'Product Title': 'Own', 'Product Status': 'published', 'Product Tags': 'a,b' },
        ...{
          'Product Weight': '5',
          'Product Metadata': '{"a":1}',
          'Product Discountable': 'true',
          'Product Type': 'T',
        },
        ...{
          'Product Collection Title': 'C',
          'Product Category 1 Path': 'A > B',
          'Image 1 Url': 'https://a.example/1.png',
        },
        ...{
          'Old Address 1 Url': '/old',
          'Variant Title': 'S',
          'Variant SKU': 'own-s',
          'Variant Barcode': '4006381333931',
        },
        ...{ 'Variant Inventory Quantity': '5', 'Option 1 Name': 'Size', 'Option 1 Value': 'S', 'Price EUR': '5' },
        ...{
          'Sale Price EUR': '4',
          'Sale Starts At': '2027-01-01',
          'Sale Ends At': '2027-02-01',
          'Product External Id': 'x',
        },
      },
      context: { create_missing: true },
    },
    {
      name: 'Shopify',
      type: 'product-import',
      row: {
        ...{
          Handle: 'cap',
          Title: 'Cap',
          'Body (HTML)': '<p>Cap</p>',
          Vendor: 'V',
          Type: 'Hat',
          Tags: 'a, b',
          Status: 'active',
        },
        ...{
          Published: 'true',
          'Option1 Name': 'Size',
          'Option1 Value': 'S',
          'Variant SKU': 'cap-s',
          'Variant Grams': '50',
        },
        ...{ 'Variant Inventory Tracker': 'shopify', 'Variant Inventory Qty': '5', 'Variant Inventory Policy': 'deny' },
        ...{ 'Variant Price': '5.00', 'Variant Compare At Price': '9.00', 'Variant Barcode': '', 'Gift Card': 'false' },
        ...{ 'Image Src': 'https://a.example/cap.png', 'Image Position': '1', Collection: 'Hats' },
      },
    },
    {
      name: 'WooCommerce',
      type: 'product-import',
      row: {
        ...{
          ID: '7',
          Type: 'simple',
          SKU: 'woo',
          Name: 'Woo',
          Published: '1',
          'Regular price': '5',
          'Sale price': '4',
        },
        ...{
          'Date sale price starts': '2027-01-01',
          'Date sale price ends': '2027-02-01',
          Stock: '5',
          'In stock?': '1',
        },
        ...{
          Categories: 'A > B',
          Tags: 'a, b',
          Images: 'https://a.example/w.png',
          'Weight (kg)': '0.5',
          'Length (cm)': '3',
        },
        ...{
          'Attribute 1 name': 'Size',
          'Attribute 1 value(s)': 'S, M',
          Parent: '',
          Description: 'D',
          Permalink: '/p/woo',
        },
      },
    },
    {
      name: 'Magento',
      type: 'product-import',
      row: {
        ...{
          sku: 'mag',
          attribute_set_code: 'Default',
          product_type: 'simple',
          name: 'Mag',
          url_key: 'mag',
          price: '5',
        },
        ...{ special_price: '4', special_price_from_date: '2027-01-01', qty: '5', weight: '1', product_online: '1' },
        ...{
          categories: 'Root/A/B',
          base_image: 'https://a.example/m.png',
          configurable_variations: '',
          manage_stock: '1',
        },
      },
    },
    {
      name: 'Medusa 2',
      type: 'product-import',
      row: {
        ...{ 'Product Id': 'prod_x', 'Product Handle': 'two', 'Product Title': 'Two', 'Shipping Profile Id': 'sp' },
        ...{
          'Variant Title': 'S',
          'Variant SKU': 'two-s',
          'Variant Option 1 Name': 'Size',
          'Variant Option 1 Value': 'S',
        },
        ...{ 'Variant Price EUR': '5', 'Product Tag 1': 'a', 'Product Image 1 Url': 'https://a.example/2.png' },
      },
    },
    {
      name: 'Vendure',
      type: 'product-import',
      row: {
        ...{
          name: 'Ven',
          slug: 'ven',
          description: 'D',
          assets: 'https://a.example/v.png',
          facets: 'a:b',
          optionGroups: 'Size',
        },
        ...{ optionValues: 'S', sku: 'ven-s', price: '5', stockOnHand: '5', trackInventory: 'true', enabled: 'true' },
      },
    },
    {
      name: 'Google',
      type: 'product-import',
      row: {
        ...{
          id: 'g',
          title: 'Goo',
          description: 'D',
          link: 'https://a.example/g',
          image_link: 'https://a.example/g.png',
        },
        ...{ price: '5.00 EUR', sale_price: '4.00 EUR', sale_price_effective_date: '2027-01-01/2027-02-01', gtin: '' },
        ...{
          availability: 'in stock',
          item_group_id: 'gg',
          color: 'red',
          shipping_weight: '1 kg',
          product_type: 'A > B',
        },
      },
    },
    {
      name: 'a mapped table',
      type: 'product-import',
      row: {
        Artikel: 'Tasse',
        Nr: 't-1',
        Preis: '12,50 €',
        Farbe: 'rot',
        Lager: '5',
        Bild: 'https://a.example/t.png',
        Link: '/t',
      },
      context: {
        mapping: {
          name: 'Table',
          columns: {
            ...{ Artikel: 'Product Title', Nr: 'Variant SKU', Preis: 'Price', Farbe: 'Option' },
            ...{ Lager: 'Variant Inventory Quantity', Bild: 'Images', Link: 'Old Address' },
          },
        },
      },
    },
    {
      name: 'customers of Shopify',
      type: 'customer-import',
      row: {
        ...{ 'Customer ID': '1', 'First Name': 'A', 'Last Name': 'B', Email: 'shopify@example.com', Phone: '+49 30 1' },
        ...{ 'Accepts Email Marketing': 'yes', 'Default Address Company': 'C', 'Default Address Address1': 'Street 1' },
        ...{ 'Default Address City': 'Berlin', 'Default Address Country Code': 'DE', 'Default Address Zip': '10115' },
        ...{ 'Total Spent': '5', 'Total Orders': '1', Note: 'N', 'Tax Exempt': 'no', Tags: 'vip' },
      },
    },
    {
      name: 'orders of Shopify',
      type: 'past-order-import',
      row: {
        ...{ Name: '#1001', Email: 'order@example.com', 'Financial Status': 'paid', 'Fulfillment Status': 'fulfilled' },
        ...{ 'Paid at': '2025-01-02 10:00:00 +0100', 'Created at': '2025-01-02 10:00:00 +0100', Currency: 'EUR' },
        ...{ Subtotal: '5.00', Shipping: '1.00', Taxes: '0.80', Total: '6.00', 'Discount Amount': '0.00' },
        ...{ 'Lineitem quantity': '1', 'Lineitem name': 'Cap', 'Lineitem price': '5.00', 'Lineitem sku': 'cap' },
        ...{
          'Billing Name': 'A B',
          'Shipping Name': 'A B',
          'Shipping Country': 'DE',
          'Refunded Amount': '0.00',
          Id: '1',
        },
      },
    },
  ]
