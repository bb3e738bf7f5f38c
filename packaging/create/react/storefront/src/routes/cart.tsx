import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { changeLine, readCart } from '../cart.ts'
import { money } from '../format.ts'

export const Route = createFileRoute('/cart')({ loader: () => readCart(), component: Cart })

function Cart() {
  const cart = Route.useLoaderData()
  const [message, setMessage] = useState<string>()
  const router = useRouter()
  if (!cart)
    return (
      <p>
        Your cart is empty. <Link to="/">Look at the products</Link>
      </p>
    )

  async function change(line_id: string, quantity: number) {
    setMessage(await changeLine({ data: { line_id, quantity } }))
    await router.invalidate()
  }

  return (
    <>
      <h1>Cart</h1>
      <p role="alert">{message}</p>
      <table>
        <tbody>
          {cart.items.map(({ id, title, quantity, total }) => (
            <tr key={id}>
              <th scope="row">{title}</th>
              <td>
                <input
                  type="number"
                  aria-label={`Quantity of ${title}`}
                  min={1}
                  max={99}
                  value={quantity}
                  onChange={({ target }) => change(id, Number(target.value))}
                />
                <button type="button" onClick={() => change(id, 0)}>
                  Remove
                </button>
              </td>
              <td>{money(total, cart.currency)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              Total
            </th>
            <td>{money(cart.total, cart.currency)}</td>
          </tr>
        </tfoot>
      </table>
      <Link to="/checkout">Check out</Link>
    </>
  )
}
