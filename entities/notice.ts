/** What somebody is to be told outside of the shop, by e-mail for example. Its token is for their eyes only. */
export type Notice =
  | { type: 'customer.password_reset'; customer_id: string; email: string; token: string }
  | { type: 'user.password_reset'; user_id: string; email: string; token: string }
  | {
      type: 'order-update-token.created'
      old_email: string
      new_customer_id: string
      orders: string[]
      token: string
    }

/** Takes a notice and returns at once, so that the time of an answer does not tell whether there was one. */
export type Notify = (notice: Notice) => void
