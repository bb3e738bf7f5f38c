import { shopError } from '@cartwright/client'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { money } from '../format.ts'
import { openStore } from '../shop.server.ts'

const readOrder = createServerFn()
  .validator((id: string) => id)
  .handler(async ({ data: id }) => {
    try {
      const { order } = await openStore().orders.get.query({ id })
      const items = (order.items ?? []).map(({ id, title, variant, quantity }) => {
        return { id, text: `${quantity} × ${title} ${variant?.title ?? ''}` }
      })
      const { display_id, email, total, currency_code } = order
      return { display_id, email, items, total, currency: currency_code }
    } catch (error) {
      if (shopError(error)?.type === 'not_found') throw notFound()
      throw error
    }
  })

export const Route = createFileRoute('/orders/$id')({
  loader: ({ params }) => readOrder({ data: params.id }),
  component: Order,
})

function Order() {
  const { display_id, email, items, total, currency } = Route.useLoaderData()
  return (
    <>
      <h1>Thank you</h1>
      <p>
        Order #{display_id}. We write to {email} when it leaves us.
      </p>
      <ul>
        {items.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
      <p>Total {money(total, currency)}</p>
    </>
  )
}
