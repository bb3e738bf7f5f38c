import { redirect, statement } from 'cartwright'
import { currentPathOf } from '../found/old-addresses.ts'
import type { Visit } from '../site/visit.ts'
import { keyOf } from './key-of.ts'
import { TARGET_SQL } from './redirect-row.ts'

const selectRedirects = statement<{ from_path: string; to_path: string | null; status: 301 | 302 }>(`
  select from_path, status, ${TARGET_SQL} as to_path
  from storefront_redirect where from_path = any($1)`)

/** Magento also has the address of a product below each of its categories. */
const MAGENTO_PRODUCT = /^\/.+\/([^/]+\.html)$/

/** What the shop knows about an address that shows nothing: the answer that leads on, the word `gone`, or nothing. */
export async function findRedirect(visit: Visit): Promise<Response | 'gone' | undefined> {
  const { url, pagePath } = visit
  const { pathname, search } = url
  const own = (path: string) => visit.path(path)
  const withQuery = (path: string) => (/[?#]/.test(path) ? path : path + search)
  const ways: readonly (readonly [string, (path: string) => string])[] = [
    [pathname + search, (path) => path],
    [pagePath + search, own],
    [pathname, withQuery],
    [pagePath, (path) => own(withQuery(path))],
    [pagePath.replace(MAGENTO_PRODUCT, '/$1'), (path) => own(withQuery(path))],
  ]
  const keys = ways.flatMap(([address, targetOf]) => {
    const key = keyOf(address)
    return key ? [{ key, targetOf }] : []
  })
  const rows = await selectRedirects(
    visit.ctx.em,
    keys.map(({ key }) => key),
  )
  for (const { key, targetOf } of keys) {
    const row = rows.find(({ from_path }) => from_path === key)
    if (row) return row.to_path === null ? 'gone' : redirect(targetOf(row.to_path), row.status)
  }
  const current = currentPathOf(pagePath)
  return current === undefined ? undefined : redirect(own(current + search), 301)
}
