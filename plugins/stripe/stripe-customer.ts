import type { Payer, PaymentData } from 'cartwright'
import type Stripe from 'stripe'

/** Returns the id of the Stripe customer. Medusa v1 stored it in `metadata.stripe_id`. */
async function maybeFindStripeCustomer(client: Stripe, { id, email, metadata }: Payer): Promise<string | undefined> {
  if (typeof metadata?.stripe_id === 'string') return metadata.stripe_id
  const { data } = await client.customers.list({ email, limit: 100 })
  return data.find((customer) => customer.metadata.customer_id === id)?.id
}

/** Returns the parameter `customer` of an intent. A guest has none. */
export async function payerOf(client: Stripe, customer: Payer | undefined): Promise<{ customer?: string }> {
  if (!customer) return {}
  const { id, email } = customer
  const existing = await maybeFindStripeCustomer(client, customer)
  if (existing) return { customer: existing }
  const options = { idempotencyKey: `customer-${id}-${email}` }
  return { customer: (await client.customers.create({ email, metadata: { customer_id: id } }, options)).id }
}

export async function listSavedMethods(client: Stripe, customer: Payer): Promise<PaymentData[]> {
  const id = await maybeFindStripeCustomer(client, customer)
  if (!id) return []
  const { data } = await client.customers.listPaymentMethods(id, { limit: 100 })
  return data.map((method) => ({ ...method }))
}
