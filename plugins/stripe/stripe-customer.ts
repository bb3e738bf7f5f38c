import type { Payer, PaymentData } from 'cartwright'
import type Stripe from 'stripe'
import { isRefused, toRefusal } from './refuse-stripe-errors.ts'

/** Returns the id of the Stripe customer. Only the secret key of the shop can write the metadata of a Stripe customer. */
async function maybeFindStripeCustomer(client: Stripe, { id, email, accounts }: Payer): Promise<string | undefined> {
  if (accounts.stripe) return accounts.stripe
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

/** The caller knows that the method belongs to the customer. */
export async function deleteSavedMethod(client: Stripe, method_id: string): Promise<void> {
  try {
    await client.paymentMethods.detach(method_id)
  } catch (error) {
    if (!isRefused(error)) throw error
    const { customer } = await client.paymentMethods.retrieve(method_id)
    if (customer) throw toRefusal(error)
  }
}

export async function listSavedMethods(client: Stripe, customer: Payer): Promise<PaymentData[]> {
  const id = await maybeFindStripeCustomer(client, customer)
  if (!id) return []
  const { data } = await client.customers.listPaymentMethods(id, { limit: 100 })
  return data.map((method) => ({ ...method }))
}
