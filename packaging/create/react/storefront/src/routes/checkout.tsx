import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useServerFn } from '@tanstack/react-start'
import { type FormEvent, useState } from 'react'
import { ADDRESS, choosePayment, chooseShipping, placeOrder, readCheckout, saveAddress } from '../checkout.ts'
import { money } from '../format.ts'

/* The address, the shipping and the payment. Each step opens when the shop knows the one before. */

export const Route = createFileRoute('/checkout')({ loader: () => readCheckout(), component: Checkout })

const LABELS = ['First name', 'Last name', 'Street and number', 'Postal code', 'City']

function Checkout() {
  const { email, address, countries, options, chosen, providers, provider, total, currency } = Route.useLoaderData()
  const [message, setMessage] = useState<string>()
  const router = useRouter()
  // Follows the redirect to the order or to the payment provider.
  const order = useServerFn(placeOrder)

  const submit = (save: (values: Record<string, string>) => Promise<string | undefined>) =>
    async function onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      const entries = Array.from(new FormData(event.currentTarget), ([name, value]) => [name, String(value)])
      setMessage(await save(Object.fromEntries(entries)))
      await router.invalidate()
    }

  async function placed() {
    setMessage(await order())
    await router.invalidate()
  }

  return (
    <>
      <h1>Checkout</h1>
      <form onSubmit={submit((values) => saveAddress({ data: values }))}>
        <h2>1. Address</h2>
        <label>
          E-mail <input type="email" name="email" autoComplete="email" defaultValue={email} required />
        </label>
        {LABELS.map((label, i) => (
          <label key={label}>
            {label} <input name={ADDRESS[i]} defaultValue={address[i]} required />
          </label>
        ))}
        <label>
          Country{' '}
          <select name="country_code" defaultValue={address.at(-1)}>
            {countries.map(({ iso_2, display_name }) => (
              <option key={iso_2} value={iso_2}>
                {display_name}
              </option>
            ))}
          </select>
        </label>
        <button type="submit">Save the address</button>
      </form>
      {email && (
        <form onSubmit={submit(({ option = '' }) => chooseShipping({ data: option }))}>
          <h2>2. Shipping</h2>
          {options.map(({ id, name, amount }) => (
            <label key={id}>
              <input type="radio" name="option" value={id} defaultChecked={chosen.includes(id)} required />
              {name} {money(amount, currency)}
            </label>
          ))}
          <button type="submit">Choose the shipping</button>
        </form>
      )}
      {chosen.length > 0 && (
        <form onSubmit={submit(({ provider = '' }) => choosePayment({ data: provider }))}>
          <h2>3. Payment</h2>
          {providers.map((id) => (
            <label key={id}>
              <input type="radio" name="provider" value={id} defaultChecked={id === provider} required />
              {id}
            </label>
          ))}
          <button type="submit">Choose the payment</button>
        </form>
      )}
      <p role="alert">{message}</p>
      {chosen.length > 0 && (provider || total === 0) && (
        <button type="button" className="order" onClick={placed}>
          Order for {money(total, currency)}
        </button>
      )}
    </>
  )
}
