import { FIELD_TABLES, type FieldTable } from '#entities/platform/field/field.ts'
import { FIELD_ENTITIES } from '#server/plugin/install-fields.ts'
import { type Target, targetsOf } from '../hostile/targets.ts'
import { type RunningShop, runShop } from '../run-shop.ts'
import { callProcedure, type Headers, isAccepted, messageOf } from './call.ts'
import { filledDatabaseOf } from './filled-database.ts'
import type { Sample, Subject } from './subject.ts'

/** The queries of the store that show one row. */
const READS: { readonly [Table in FieldTable]?: string } = {
  product: 'store.products.get',
  variant: 'store.variants.get',
  region: 'store.regions.get',
  product_collection: 'store.collections.get',
  product_category: 'store.productCategories.get',
}

/** Translates each text of the plugin. Returns the fields whose texts the store does not show in their language. */
export async function findUntranslatedFields(subject: Subject): Promise<string[]> {
  const { fields = {} } = subject.plugin
  const translated = FIELD_TABLES.flatMap((table) =>
    Object.entries(fields[table] ?? {}).flatMap(([name, field]) => (field.translated ? [{ table, name, field }] : [])),
  )
  if (translated.length === 0) return []
  const { name: database, callers, samples } = await filledDatabaseOf(subject)
  await using shop = await runShop(subject.parts, database, { logger: subject.faults.logger })
  const targets = new Map(targetsOf(subject.parts.routers.app).map((target) => [target.name, target]))
  const call = (procedure: string, headers: Headers, input: unknown) =>
    callProcedure(shop.urls[0], targets.get(procedure) as Target, { headers, input })
  const store = await call('admin.store.update', callers.administrator, { languages: ['en', 'de'] })
  if (!isAccepted(store)) return [`The shop takes no languages: ${messageOf(store)}`]
  const found: string[] = []
  for (const [i, { table, name, field }] of translated.entries()) {
    const id = await idIn(shop, samples.customer, table)
    const read = READS[table]
    if (id === undefined || !read) continue
    const place = `${table}.${name}`
    const { maxLength, example } = field.rules
    // Each field has another text, so that a hidden one is not found in another field.
    const text = typeof example === 'string' ? example : `${i}ÄÖ`.slice(0, maxLength)
    const textIn = async (language: string) => (await call(read, { 'accept-language': language }, { id })).text
    const original = await textIn('en')
    const { tableName: entity } = shop.orm.getMetadata().get(FIELD_ENTITIES[table])
    const translations = [{ entity, id, translations: { de: { [name]: text } } }]
    const saved = await call('admin.translations.update', callers.administrator, { translations })
    const isShown = field.visibleTo === 'public'
    if (!isAccepted(saved)) found.push(`${place} refuses a translation: ${messageOf(saved)}`)
    else if ((await textIn('de')).includes(text) !== isShown)
      found.push(`${place} ${isShown ? 'has no text of its language' : 'is shown in another language'}`)
    if ((await textIn('en')) !== original) found.push(`${place} changes the default language`)
  }
  return found
}

/** The id of a row that the store shows. */
async function idIn({ orm }: RunningShop, sample: Sample, table: FieldTable): Promise<string | undefined> {
  if (table === 'product') return sample.product_ids[0]
  if (table === 'variant') return sample.variant_ids[0]
  const { tableName } = orm.getMetadata().get(FIELD_ENTITIES[table])
  const where = table === 'product_category' ? 'where is_active and not is_internal' : ''
  const [row] = await orm.em.fork().execute<{ id: string }[]>(`select id from "${tableName}" ${where} limit 1`)
  return row?.id
}
