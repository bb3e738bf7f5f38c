import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { fieldValuesIn } from '#entities/platform/field/installed-fields.ts'
import { type AddressSnapshot, type CartSnapshot, readCart } from './read-cart.ts'

/**
 * Returns a hash of the content of an open cart: the lines with their fields, the customer, the addresses,
 * the shipping, the discounts, the gift cards and the balances. Prices of the catalogue and payment sessions do not change it.
 * @throws NotFound
 */
export async function readCartFingerprint(em: EntityManager, cart_id: string): Promise<string> {
  await em.flush()
  return fingerprintOf(await readCart(em, cart_id))
}

export function fingerprintOf(cart: CartSnapshot): string {
  const { region_id, sales_channel_id, customer_id, email, context, metadata, tenders } = cart
  const content = {
    ...{ region_id, sales_channel_id, customer_id, email, context, metadata, tenders },
    fields: fieldValuesIn('cart', cart),
    addresses: [cart.shipping_address, cart.billing_address].map((row) => row && contentOf(row)),
    items: cart.items.map((line) => {
      const { id, title, variant_id, quantity, is_price_fixed, unit_price, includes_tax, tax_rate_id } = line
      const price = is_price_fixed ? unit_price : null
      return {
        id,
        title,
        variant_id,
        quantity,
        price,
        ...(tax_rate_id && { tax: [tax_rate_id, includes_tax] }),
        metadata: line.metadata,
        fields: fieldValuesIn('line_item', line),
      }
    }),
    shipping: cart.shipping_methods.map(({ shipping_option_id, price, data }) => ({ shipping_option_id, price, data })),
    reductions: [...cart.discounts.filter(({ is_automatic }) => !is_automatic), ...cart.gift_cards].map(({ id }) => id),
  }
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

const contentOf = ({ id: _id, created_at: _created, updated_at: _updated, ...content }: AddressSnapshot): object =>
  content
