import { createFileRoute, notFound, useRouter } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { type FormEvent, useState } from 'react'
import { addToCart } from '../cart.ts'
import { money } from '../format.ts'
import { openStore, readRegion } from '../shop.server.ts'

const readProduct = createServerFn()
  .validator((handle: string) => handle)
  .handler(async ({ data: handle }) => {
    const store = openStore()
    const { id, currency_code } = await readRegion(store)
    const { products } = await store.products.list.query({ handle, region_id: id, limit: 1 })
    const [product] = products
    if (!product) throw notFound()
    const { title, description, thumbnail, variants = [] } = product
    const choices = variants.map((variant) => {
      const { id, title, calculated_price, manage_inventory, allow_backorder, inventory_quantity } = variant
      const isInStock = !manage_inventory || allow_backorder || inventory_quantity > 0
      return { id, title, price: calculated_price, isInStock }
    })
    return { title, description, thumbnail, choices, currency: currency_code }
  })

export const Route = createFileRoute('/products/$handle')({
  loader: ({ params }) => readProduct({ data: params.handle }),
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.title }] }),
  component: Product,
})

function Product() {
  const { title, description, thumbnail, choices, currency } = Route.useLoaderData()
  const [message, setMessage] = useState<string>()
  const router = useRouter()

  async function buy(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const line = { variant_id: String(form.get('variant')), quantity: Number(form.get('quantity')) }
    const refusal = await addToCart({ data: line })
    setMessage(refusal ?? 'Added to your cart.')
    await router.invalidate()
  }

  return (
    <article className="product">
      {thumbnail && <img src={thumbnail} alt="" width={600} height={600} />}
      <div>
        <h1>{title}</h1>
        <p>{description}</p>
        <form onSubmit={buy}>
          <fieldset>
            <legend>Variant</legend>
            {choices.map(({ id, title, price, isInStock }) => (
              <label key={id}>
                <input type="radio" name="variant" value={id} disabled={!isInStock} required />
                {title} {money(price, currency)} {!isInStock && '(sold out)'}
              </label>
            ))}
          </fieldset>
          <label>
            Quantity <input type="number" name="quantity" min={1} max={99} defaultValue={1} required />
          </label>
          <button type="submit">Add to cart</button>
          <p role="status">{message}</p>
        </form>
      </div>
    </article>
  )
}
