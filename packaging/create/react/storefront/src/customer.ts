import { shopError } from '@cartwright/client'
import { createServerFn } from '@tanstack/react-start'
import { explain, forget, isLoggedIn, keep, openStore } from './shop.server.ts'

/** Returns the logged-in customer with the orders, or undefined. */
export const currentCustomer = createServerFn().handler(async () => {
  if (!isLoggedIn()) return undefined
  const store = openStore()
  try {
    const { customer } = await store.auth.current.query()
    const { orders } = await store.customers.listOrders.query({ limit: 50 })
    return {
      first_name: customer.first_name,
      orders: orders.map(({ id, display_id, total, currency_code }) => ({ id, display_id, total, currency_code })),
    }
  } catch (error) {
    if (shopError(error)?.httpStatus !== 401) throw error
    forget('customer')
    return undefined
  }
})

interface Credentials {
  email: string
  password: string
}

/** Returns the message of a refusal. */
export const logIn = createServerFn({ method: 'POST' })
  .validator((credentials: Credentials) => credentials)
  .handler(({ data }) =>
    explain(async () => {
      const { access_token } = await openStore().auth.token.mutate(data)
      keep('customer', access_token)
    }).then((refusal) => refusal && 'The e-mail or the password is wrong.'),
  )

export const logOut = createServerFn({ method: 'POST' }).handler(() => forget('customer'))
