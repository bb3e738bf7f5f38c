import { defineStrings } from './define-strings.ts'

/** The words of the guide for a new shop. */
export const en = {
  title: 'Set up your shop',
  progress: (done: number, all: number) => `${done} of ${all}`,
  skip: 'Skip',
  show: 'Show again',
  state_open: 'open',
  state_done: 'done',
  state_skipped: 'skipped',
  missingIn: (names: string) => `Missing in: ${names}.`,
  title_seller: 'Name the seller',
  title_regions: 'Choose where you sell',
  title_taxes: 'Set the taxes',
  title_shipping: 'Offer a way to ship',
  title_payment: 'Offer a way to pay',
  title_mail: 'Send e-mails',
  title_products: 'Add a product',
  title_test_order: 'Place a test order',
  title_live: 'Go live',
  text_seller: 'Customers and invoices need your name and address. You can add your logo too.',
  text_regions: 'A region joins countries that share a currency and a tax.',
  text_taxes: 'Without a rate, the shop charges no tax. Skip this step if you charge none.',
  text_shipping: 'Customers choose it in the checkout, and can order only with one.',
  text_payment: 'Choose the payment providers of each region.',
  text_mail:
    'The shop sends no confirmations and no invitations until it has a mail server. The operator of the server sets the plugin for e-mails, for example SMTP_URL.',
  text_products:
    'It needs a price in the currency of a region, and stock. Exports of Shopify, WooCommerce and others are read as they are.',
  text_test_order: 'Order something in the store, or create a draft order.',
  text_live:
    'The operator of the server starts it with NODE_ENV=production. The command “doctor --production” names everything that is missing.',
  action_seller: 'Enter name, address and logo',
  action_taxes: 'Set the tax',
  action_shipping: 'Add a shipping option',
  action_payment: 'Choose a payment provider',
  action_regions: 'Choose the countries',
  action_import: 'Import from your old shop or a file',
  action_products: 'New product',
  action_store: 'Order in the store',
  action_test_order: 'New draft order',
}

export const setup = defineStrings(en, { de: () => import('./de/setup.ts') })
