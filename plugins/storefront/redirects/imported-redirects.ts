import { type OldAddress, type OldAddresses, pathOfShop, statement } from 'cartwright'
import { currentPathOf } from '../found/old-addresses.ts'
import { isOwnPath, lockRedirects, selectTargets } from './admin.ts'
import { findLoop } from './find-loop.ts'
import { keyOf } from './key-of.ts'

const FOLDERS = { product: 'products', product_category: 'categories', product_collection: 'collections' } as const

interface ImportedRedirect {
  from: string
  to: string
  row_id: string
}

/** Redirects from the addresses of an earlier shop to the pages of an import. `ownPaths` show a page in every shop. */
export const importedRedirects = (ownPaths: readonly string[]): OldAddresses => ({
  async save(em, addresses, importId) {
    const redirects = redirectsOf(addresses, ownPaths)
    if (redirects.length === 0) return 0
    await lockRedirects(em)
    const living = await selectLiving(em, JSON.stringify(redirects.map(({ from }) => from)))
    const shown = new Set([...living.map(({ path }) => path), ...addresses.map((one) => keyOf(pathTo(one)))])
    const stored = await selectTargets(em)
    const targets = new Map(stored.map(({ from_path, to_path }) => [from_path, to_path]))
    const kept = redirects.filter(({ from, to }) => !shown.has(from) && !leadsInCircle(targets, from, to))
    const saved = await upsertImported(em, JSON.stringify(kept), importId)
    return saved.length
  },

  async remove(em, importId, keptIds) {
    const removed = await deleteImported(em, importId, keptIds)
    return removed.length
  },
})

const pathTo = ({ kind, handle }: OldAddress) => `/${FOLDERS[kind]}/${handle}`

/** The first row of an address counts. An address whose form already leads to the page needs no redirect. */
function redirectsOf(addresses: readonly OldAddress[], ownPaths: readonly string[]): ImportedRedirect[] {
  const byKey = new Map<string, ImportedRedirect>()
  for (const address of addresses) {
    const to = pathOfShop(pathTo(address))
    const from = keyOf(address.from)
    if (from === undefined || to === undefined || from === keyOf(to) || byKey.has(from)) continue
    const [path = ''] = from.split('?')
    if (isOwnPath(path, ownPaths) || keyOf(currentPathOf(path) ?? '') === keyOf(to)) continue
    byKey.set(from, { from, to, row_id: address.id })
  }
  return [...byKey.values()]
}

/** Adds the redirect to `targets` if it does not. */
function leadsInCircle(targets: Map<string, string | null>, from: string, to: string): boolean {
  if (targets.has(from)) return false
  targets.set(from, to)
  if (!findLoop(targets, [from])) return false
  targets.delete(from)
  return true
}

/** The addresses that show a product, category or collection. */
const selectLiving = statement<{ path: string }>(`
  with address as (select path from json_array_elements_text($1::json) as address (path))
  select path from address join product on deleted_at is null and '/products/' || lower(handle) = path
  union select path from address join product_category on '/categories/' || lower(handle) = path
  union select path from address join product_collection on deleted_at is null and '/collections/' || lower(handle) = path`)

/** A redirect of an administrator stays. */
const upsertImported = statement<{ id: string }>(`
  insert into storefront_redirect (id, created_at, updated_at, from_path, to_path, status, import_id, row_id)
  select 'redir_' || gen_random_uuid(), now(), now(), "from", "to", 301, $2, row_id
  from json_to_recordset($1::json) as one ("from" text, "to" text, row_id text)
  on conflict (from_path) do update set to_path = excluded.to_path, row_id = excluded.row_id, updated_at = excluded.updated_at
  where storefront_redirect.import_id is not null and storefront_redirect.to_path <> excluded.to_path
  returning id`)

/** Categories and collections of an undone import stay, and so do the redirects to them. */
const deleteImported = statement<{ id: string }>(`
  delete from storefront_redirect where import_id = $1 and not row_id = any($2::text[])
    and not exists (select from product_category where id = row_id)
    and not exists (select from product_collection where id = row_id and deleted_at is null) returning id`)
