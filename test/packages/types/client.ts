import { createShopClient } from '@cartwright/client'

const { store } = createShopClient({ url: 'http://localhost:9000' })
export const { products } = await store.products.list.query({ limit: 1 })
