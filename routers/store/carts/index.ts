import { router } from '../../procedures/trpc.ts'
import { carts as whole } from './carts.ts'
import { checkout } from './checkout.ts'
import { lineItems } from './line-items.ts'
import { tenders } from './tenders.ts'

export const carts = router({ ...whole, ...lineItems, ...checkout, ...tenders })
