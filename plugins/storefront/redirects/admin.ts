import {
  adminDeletion,
  adminList,
  adminProcedure,
  deleteRow,
  InvalidData,
  lockRow,
  NotFound,
  pathOfShop,
  rest,
  searchText,
  statement,
} from 'cartwright'
import { z } from 'zod'
import { findLoop } from './find-loop.ts'
import { keyOf } from './key-of.ts'
import { RedirectResource, StoredRedirect, TARGET_SQL } from './redirect-row.ts'

const MAX_AT_ONCE = 1000

const Redirect = z.strictObject({
  /** An old path with or without a query. The host of a whole address does not matter. */
  from: z.string().min(1).max(2000),
  /** A path of the shop. Null: 410. */
  to: z.string().min(1).max(2000).nullable(),
  /** 302 for an address that comes back. Default: 301. */
  status: z.union([z.literal(301), z.literal(302)]).optional(),
})

interface NewRedirect {
  from: string
  to: string | null
  status: number
}

/** The procedures of redirects. `ownPaths` are addresses that show a page in every shop. */
export const redirectProcedures = (ownPaths: readonly string[]) => ({
  listRedirects: adminList(
    'redirects',
    { resource: RedirectResource, defaultOrder: 'from_path' },
    { q: z.string().optional() },
  )
    .meta(rest('GET', '/storefront/redirects', 'List the redirects of the storefront'))
    .query(({ input: { q } }) => ({
      where: [searchText(q, ['from_path', 'to_path'])],
      async fill({ em }, redirects) {
        const targets = await selectCurrentTargets(
          em,
          redirects.map(({ id }) => id),
        )
        const byId = new Map(targets.map(({ id, to_path }) => [id, to_path]))
        return redirects.map((one) => ('to_path' in one ? { ...one, to_path: byId.get(one.id) ?? null } : one))
      },
    })),

  saveRedirects: adminProcedure
    .meta(rest('POST', '/storefront/redirects', 'Add or change redirects of the storefront', { locksSharedRows: true }))
    .input(z.strictObject({ redirects: z.array(Redirect).min(1).max(MAX_AT_ONCE) }))
    .output(z.object({ saved: z.int() }))
    .mutation(async ({ ctx: { em }, input }) => {
      const redirects = input.redirects.map((one) => checked(one, ownPaths))
      await lockRedirects(em)
      await upsertRedirects(em, JSON.stringify([...new Map(redirects.map((one) => [one.from, one])).values()]))
      const stored = await selectTargets(em)
      const loop = findLoop(
        new Map(stored.map(({ from_path, to_path }) => [from_path, to_path])),
        redirects.map(({ from }) => from),
      )
      if (loop) throw new InvalidData(`These redirects lead in a circle: ${loop.join(' → ')}. Change one of them.`)
      return { saved: redirects.length }
    }),

  deleteRedirect: adminDeletion('storefront-redirect')
    .meta(rest('DELETE', '/storefront/redirects/{id}', 'Delete a redirect of the storefront'))
    .mutation(async ({ ctx: { em }, input: { id } }) => {
      const row = await lockRow(em, StoredRedirect, { id })
      if (!row) throw new NotFound(`Redirect with id: ${id} was not found`)
      deleteRow(em, row)
    }),
})

/** @throws InvalidData with the way out. */
function checked({ from, to, status = 301 }: z.output<typeof Redirect>, ownPaths: readonly string[]): NewRedirect {
  const key = /^(\/|https?:\/\/)/i.test(from) ? keyOf(from) : undefined
  if (!key)
    throw new InvalidData(`The old address "${shortened(from)}" is not valid. Write a path such as /old/mug.html.`)
  const [path = ''] = key.split('?')
  if (isOwnPath(path, ownPaths))
    throw new InvalidData(`${path} is a page of the shop, so it leads nowhere else. Remove this redirect.`)
  if (to === null) return { from: key, to, status: 410 }
  const target = to.startsWith('/') ? pathOfShop(to) : undefined
  if (!target || target.includes('\0'))
    throw new InvalidData(`"${shortened(to)}" is no path of the shop. Write the new address such as /products/mug.`)
  return { from: key, to: target, status }
}

/** Whether the path shows a page in every shop. */
export const isOwnPath = (path: string, ownPaths: readonly string[]): boolean =>
  ownPaths.includes(path) || CORE.test(path)

/** The core answers these paths, so the storefront never sees them. */
const CORE = /^\/(admin|app|developers|docs|health|hooks|medusa-admin|openapi\.json|ready|store|trpc|uploads)(\/|$)/

const shortened = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text)

/** Two callers could otherwise add the halves of a circle. */
export const lockRedirects = statement('lock table storefront_redirect in share row exclusive mode')

const upsertRedirects = statement(`
  insert into storefront_redirect (id, created_at, updated_at, from_path, to_path, status)
  select 'redir_' || gen_random_uuid(), now(), now(), "from", "to", status
  from json_to_recordset($1::json) as one ("from" text, "to" text, status integer)
  on conflict (from_path) do update set to_path = excluded.to_path, status = excluded.status, import_id = null, row_id = null, updated_at = excluded.updated_at`)

const selectCurrentTargets = statement<{ id: string; to_path: string | null }>(
  `select id, ${TARGET_SQL} as to_path from storefront_redirect where id = any($1::text[])`,
)

export const selectTargets = statement<{ from_path: string; to_path: string | null }>(
  'select from_path, to_path from storefront_redirect',
)
