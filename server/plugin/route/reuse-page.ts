import type { MikroORM } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { settingsVersionIn } from '#entities/catalogue/version/catalogue-version.ts'
import { forgetOldLanguages } from '#entities/market/language/shop-languages.ts'
import type { ProcedureContext } from '#routers/context/context.ts'
import { Dependencies } from '#routers/context/dependencies.ts'
import { type TrackedPage, trackPage } from '#routers/pipeline/answer-cache/track-page.ts'
import { KnownInputs } from './page-inputs.ts'
import { ReadPage } from './read-page.ts'
import type { Route } from './route.ts'
import type { Visit } from './route-procedure.ts'

interface PageCall {
  route: Route
  ctx: ProcedureContext
  input: unknown
  visit: Visit
}

const knownInputs = new WeakMap<Route, KnownInputs>()

/**
 * Returns an earlier page of a guest if the catalogue has the same version, or renders it. A page of a caller with a login, and a
 * page that reads other tables, is rendered each time.
 */
export async function reusePage(
  { route, ctx, input, visit }: PageCall,
  render: () => Promise<ReadPage>,
): Promise<ReadPage> {
  const { services, em, user, customer_id, request } = ctx
  const { answers } = services
  if (!answers || user || customer_id !== null) return render()
  const known = knownInputs.get(route) ?? new KnownInputs()
  knownInputs.set(route, known)
  const keyOf = () =>
    JSON.stringify(['page', route.path, visit.params, input, request.publishableKey, visit.valuesOf(known)])
  const key = keyOf()
  const { network } = request.client
  const found = await answers.find(em, key, network)
  forgetOldLanguages(em, settingsVersionIn(found.version))
  if (found.json && found.head instanceof ReadPage) return found.head
  const dependencies = new Dependencies(answers.countOnceFor(found.version))
  return answers.runRead({ key, network }, dependencies, async () => {
    const page: TrackedPage = { dependencies, tables: await tablesOfCatalogue(services.orm) }
    const rendered = await trackPage(page, render)
    known.add(visit.readInputs)
    if (rendered.status === 200 && !visit.setsCookies && known.isBounded)
      await answers.store(em, keyOf(), { ...found, json: rendered.bytes, head: rendered, dependencies })
    warnOnce(route, page, visit)
    return rendered
  })
}

const warned = new WeakSet<Route>()

function warnOnce(route: Route, { otherTable }: TrackedPage, { logger }: Visit): void {
  if (otherTable === undefined || warned.has(route)) return
  warned.add(route)
  logger.warn(
    `${route.method} ${route.path} reads the table ${otherTable}, which is no part of the catalogue, so each request renders the page. Add partOfCatalogue('${otherTable}') to a migration, or remove the option dependsOn.`,
  )
}

const tablesOf = new WeakMap<MikroORM, ReadonlySet<string>>()

/** Migrations run before the server starts, so the tables do not change. */
async function tablesOfCatalogue(orm: MikroORM): Promise<ReadonlySet<string>> {
  const known = tablesOf.get(orm)
  if (known) return known
  const tables = new Set((await selectTables(orm.em.fork())).map(({ name }) => name))
  tablesOf.set(orm, tables)
  return tables
}

/** A sale changes the stock of a variant, but not the version. The operations of the store record the stock that they show. */
const selectTables = statement<{ name: string }>(`
  select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where t.tgname in ('catalogue_changed', 'settings_version') and c.relname <> 'product_variant'
    and pg_table_is_visible(c.oid)`)

/**
 * SQL for a migration: pages with `dependsOn: 'catalogue'` may read the table. Each change of its rows makes the shop render them again.
 *
 * @example
 * this.addSql(partOfCatalogue('review'))
 */
export const partOfCatalogue = (table: string): string =>
  `create trigger catalogue_changed after insert or update or delete or truncate on "${table}"
  for each statement execute function record_catalogue_change()`
