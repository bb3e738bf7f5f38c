import { createHmac, randomBytes } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

/** The pages that a browser opened. Only the memory of the process has these values. */
export interface PageViews {
  /** The address, or the network of an IPv6 address. */
  network: string
  userAgent: string
}

/** More browsers of one network on one day are not counted, so that forged user agents cannot make up visitors. */
const MAX_OF_NETWORK = 200

/**
 * Adds the visitors that are new today, in the time zone of the stored days of sales. All processes share the salt of a day. Without
 * it, a hash leads to no address, and the hashes of two days cannot be compared.
 */
export async function storeVisits(em: EntityManager, visits: readonly PageViews[], pageViews: number): Promise<void> {
  const { day, salt } = await readToday(em)
  const key = Buffer.from(salt, 'hex')
  const hash = (value: string) => createHmac('sha256', key).update(value).digest('hex').slice(0, 32)
  await insertVisitors(
    em,
    day,
    visits.map(({ network }) => hash(network)),
    visits.map(({ network, userAgent }) => hash(`${network}\n${userAgent}`)),
    pageViews,
  )
}

/** Deletes the hashes and the salts of earlier days. */
export async function forgetVisitors(em: EntityManager): Promise<void> {
  await deleteVisitors(em)
  await deleteSalts(em)
}

async function readToday(em: EntityManager): Promise<Today> {
  const [today] = await selectToday(em)
  if (today) return today
  const [begun] = await beginToday(em, randomBytes(32).toString('hex'))
  return begun as Today
}

interface Today {
  day: string
  /** Hexadecimal. */
  salt: string
}

const TODAY = '(select (now() at time zone time_zone)::date from sales_calendar)'

const selectToday = statement<Today>(
  `select day::text, encode(salt, 'hex') as salt from visit_day where day = ${TODAY} and salt is not null`,
)

/** Of two processes, both use the salt of the first one. */
const beginToday = statement<Today, [salt: string]>(`
  insert into visit_day (day, salt) values (${TODAY}, decode($1, 'hex'))
  on conflict (day) do update set salt = coalesce(visit_day.salt, excluded.salt)
  returning day::text, encode(salt, 'hex') as salt`)

const insertVisitors = statement<
  object,
  [day: string, networks: readonly string[], hashes: readonly string[], pageViews: number]
>(`
  with unknown as (
    select network, hash, row_number() over (partition by network order by hash) as number
    from (
      select distinct decode(network, 'hex') as network, decode(hash, 'hex') as hash
      from unnest($2::text[], $3::text[]) given (network, hash)) given
    where not exists (select from visitor v where v.day = $1::date and v.network = given.network and v.hash = given.hash)),
  added as (
    insert into visitor (day, network, hash)
    select $1::date, network, hash from unknown
    where number + (select count(*) from visitor v where v.day = $1::date and v.network = unknown.network) <= ${MAX_OF_NETWORK}
    order by network, hash
    on conflict do nothing returning 1)
  update visit_day set visitors = visitors + (select count(*) from added), page_views = page_views + $4::bigint
  where day = $1::date`)

const deleteVisitors = statement(`delete from visitor where day <> ${TODAY}`)
const deleteSalts = statement(`update visit_day set salt = null where salt is not null and day <> ${TODAY}`)
