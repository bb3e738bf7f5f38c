import { Order } from '#entities/orders/order/order.ts'
import { changeTagsOf } from '../../procedures/change-tags-of.ts'
import { router } from '../../procedures/trpc.ts'

/* The path of the tags must come before `/orders/{id}`, which also matches it. */
export const orderTags = router({ changeTags: changeTagsOf('order', Order) })
