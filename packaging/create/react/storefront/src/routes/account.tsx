import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { currentCustomer, logIn, logOut } from '../customer.ts'
import { money } from '../format.ts'

export const Route = createFileRoute('/account')({ loader: () => currentCustomer(), component: Account })

function Account() {
  const customer = Route.useLoaderData()
  const [message, setMessage] = useState<string>()
  const router = useRouter()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setMessage(await logIn({ data: { email: String(form.get('email')), password: String(form.get('password')) } }))
    await router.invalidate()
  }

  async function leave() {
    await logOut()
    await router.invalidate()
  }

  if (!customer)
    return (
      <form onSubmit={submit}>
        <h1>Log in</h1>
        <p role="alert">{message}</p>
        <label>
          E-mail <input type="email" name="email" autoComplete="email" required />
        </label>
        <label>
          Password <input type="password" name="password" autoComplete="current-password" required />
        </label>
        <button type="submit">Log in</button>
      </form>
    )
  return (
    <>
      <h1>Hello {customer.first_name}</h1>
      <ul>
        {customer.orders.map(({ id, display_id, total, currency_code }) => (
          <li key={id}>
            <Link to="/orders/$id" params={{ id }}>
              Order #{display_id}
            </Link>{' '}
            {money(total, currency_code)}
          </li>
        ))}
      </ul>
      <button type="button" onClick={leave}>
        Log out
      </button>
    </>
  )
}
