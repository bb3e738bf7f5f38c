import { NotAllowed, NotFound, shopIn } from 'cartwright'
import type { Operations } from '../api.ts'
import type { OtherPlugins } from '../site/other-plugins.ts'
import type { Visit } from '../site/visit.ts'

const COOKIE = 'wish'
const HOUR = 60 * 60

export const PROBLEMS = ['full', 'gone'] as const

type Problem = (typeof PROBLEMS)[number]

/** Remembers the wish of a guest until the login. */
export const rememberWish = ({ cookies }: Visit, variant_id: string): void =>
  cookies.set(COOKIE, variant_id, { maxAge: HOUR })

/** Adds a wish. Returns why the wishlist cannot have it, or undefined. */
export async function addWish(wishlist: OtherPlugins['wishlist'], variant_id: string): Promise<Problem | undefined> {
  try {
    await wishlist?.add({ variant_id })
    return undefined
  } catch (error) {
    if (error instanceof NotFound) return 'gone'
    if (error instanceof NotAllowed) return 'full'
    throw error
  }
}

/** Adds the wish from before the login. Returns the path that the customer sees next. */
export async function keepWish(visit: Visit, customer_id: string, back: string): Promise<string> {
  const { ctx, cookies } = visit
  const variant_id = cookies.get(COOKIE)
  if (!variant_id || !visit.wishes.isOffered) return back
  cookies.delete(COOKIE)
  // The operations of the visit are still those of a guest.
  const { store }: Pick<Operations, 'store'> = shopIn(ctx).as({ customer_id })
  const problem = await addWish(store.wishlist, variant_id)
  return problem ? `${WISHLIST}?problem=${problem}` : back
}

export const WISHLIST = '/account/wishlist'
