import { createShopClient, shopError } from '@cartwright/client'
import { deleteCookie, getCookie, getRequest, getRequestIP, setCookie } from '@tanstack/react-start/server'
import type { shop } from '../../shop.ts'

/* Only the server of the storefront calls the shop. The browser has the cart and the session in cookies that no script can read. */

const { SHOP_URL = 'http://localhost:9000', COUNTRY } = process.env

export type Store = ReturnType<typeof openStore>

/** The API of the shop for the visitor of this request, with the types of `shop.ts` and its plugins. */
export function openStore() {
  const token = getCookie('customer')
  const headers = { authorization: token && `Bearer ${token}`, 'x-forwarded-for': getRequestIP() }
  return createShopClient<typeof shop>({ url: SHOP_URL, headers }).store
}

/** The region of the country in `COUNTRY`, or the first one. A region has a currency and its prices. */
export async function readRegion(store: Store) {
  const { regions } = await store.regions.list.query({ expand: 'countries' })
  const region = regions.find(({ countries }) => countries?.some(({ iso_2 }) => iso_2 === COUNTRY)) ?? regions[0]
  if (!region) throw new Error('The shop has no region')
  return region
}

/** The whole address of a path of this storefront. */
export const addressOf = (path: string): string => new URL(path, getRequest().url).href

/** Cookies that end with the browser session if `maxAge` is missing, in seconds. */
export function keep(name: 'cart' | 'customer', value: string, maxAge?: number): void {
  setCookie(name, value, { httpOnly: true, sameSite: 'lax', secure: import.meta.env.PROD, path: '/', maxAge })
}

export const forget = (name: 'cart' | 'customer'): void => deleteCookie(name, { path: '/' })

export const cartId = (): string | undefined => getCookie('cart')

export const isLoggedIn = (): boolean => getCookie('customer') !== undefined

/** Returns the open cart of the visitor, or undefined. */
export async function findCart(store: Store) {
  const id = cartId()
  if (!id) return undefined
  try {
    const { cart } = await store.carts.get.query({ id })
    if (!cart.completed_at) return cart
  } catch (error) {
    if (shopError(error)?.type !== 'not_found') throw error
  }
  forget('cart')
  return undefined
}

/** Returns the message of an error that the shop explains. Throws other errors. */
export async function explain(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work()
  } catch (error) {
    const { message, httpStatus } = shopError(error) ?? {}
    if (message && httpStatus! < 500) return message
    throw error
  }
}
