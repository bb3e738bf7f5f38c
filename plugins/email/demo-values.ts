import { EMPTY_VALUES } from './compose-mail.ts'
import type { MailValues, TemplateName } from './mail.ts'

/** Values for the preview of a template. */
export function demoValues(template: TemplateName | undefined, currency_code: string): MailValues {
  return {
    ...EMPTY_VALUES,
    shop: { name: 'Demo shop', url: 'http://localhost:8000' },
    first_name: 'Ada',
    link: 'http://localhost:8000/page?token=example',
    order: { ...ORDER, currency_code },
    items: [ITEM],
    tracking: [{ number: 'TRACK-1', url: 'https://example.com/track/TRACK-1', carrier: 'DHL' }],
    amount: 1000,
    code: 'ABCD-EFGH-IJKL-MNOP',
    ends_at: '2030-12-31T00:00:00Z',
    claim_type: template === 'claim-created' ? 'replace' : '',
    order_numbers: [1001, 1002],
  }
}

const ITEM = { title: 'Medusa Hoodie', description: 'M', quantity: 2 }

const ORDER = {
  id: 'order_1',
  display_id: 1001,
  created_at: '2030-01-02T10:00:00Z',
  email: 'ada@example.com',
  items: [{ ...ITEM, subtotal: 3650, amount: 3650 }],
  shipping_address: {
    first_name: 'Ada',
    last_name: 'Lovelace',
    company: null,
    address_1: '12 St James Square',
    address_2: null,
    postal_code: 'SW1Y 4JH',
    city: 'London',
    country_code: 'gb',
  },
  shipping_methods: ['Standard'],
  sums: { includes_tax: false, items: 3650, discount: 365, shipping: 1000, gift_card: 500 },
  subtotal: 3650,
  shipping_total: 1000,
  discount_total: 365,
  gift_card_total: 500,
  tax_total: 856,
  total: 4641,
}
