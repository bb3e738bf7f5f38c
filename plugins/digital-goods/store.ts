import { customerList, rest, router } from 'cartwright'
import { DigitalKeyResource } from './digital-key.ts'

export const store = router({
  list: customerList('keys', DigitalKeyResource)
    .meta(rest('GET', '/digital-goods', 'List the keys of the current customer'))
    .query(({ ctx: { customer_id } }) => [{ customer_id, revoked_at: null }]),
})
