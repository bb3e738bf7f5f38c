import type { EntityMetadata, MikroORM } from '@mikro-orm/postgresql'
import { changedTablesOf, lockedTablesOf, type TableChange } from '#database/changed-tables.ts'
import { isDefinition } from '#database/write-texts.ts'
import type { FieldTable } from '#entities/platform/field/field.ts'
import { fieldsOf } from '#entities/platform/field/installed-fields.ts'
import type { InstalledPlugin } from '#entities/platform/plugin/installed-plugins.ts'
import { addsToBalance } from '#entities/promotions/balance/add-to-balance.ts'
import { FIELD_ENTITIES } from '../plugin/install-fields.ts'

export interface ShopTables {
  /** The tables of the plugins, of announcements and of document numbers. */
  writable: ReadonlySet<string>
  core: ReadonlySet<string>
  /** The names of the tables with fields. */
  names: ReadonlyMap<FieldTable, string>
}

export function shopTablesOf(orm: MikroORM, plugins: readonly InstalledPlugin[]): ShopTables {
  const own = new Set<unknown>(plugins.flatMap(({ entities }) => entities))
  const isOwn = ({ class: entity, pivotTable, relations }: EntityMetadata) =>
    own.has(entity) || (pivotTable && relations.some(({ targetMeta }) => own.has(targetMeta?.class)))
  const tables = Map.groupBy(orm.getMetadata().getAll().values(), (entity) => (isOwn(entity) ? 'writable' : 'core'))
  const namesOf = (side: 'writable' | 'core') => (tables.get(side) ?? []).map(({ tableName }) => tableName)
  const fieldTables = Object.entries(FIELD_ENTITIES) as [FieldTable, (typeof FIELD_ENTITIES)[FieldTable]][]
  return {
    writable: new Set([...namesOf('writable'), 'event', 'event_outbox', 'document_number']),
    core: new Set(namesOf('core')),
    names: new Map(fieldTables.map(([table, entity]) => [table, orm.getMetadata(entity).tableName])),
  }
}

interface EffectStatements {
  /** The name of the effect for messages. */
  effect: string
  fields: readonly FieldTable[]
  tables: ShopTables
}

/** The statements that one run of an effect sends. */
export class EffectRun {
  readonly #effect: EffectStatements
  /** Whether the effect has set fields in rows of its step. */
  hasSetFields = false

  constructor(effect: EffectStatements) {
    this.#effect = effect
  }

  /** @throws Error for a statement that an effect may not send. */
  check(sql: string): void {
    if (addsToBalance(sql)) return
    const { effect, fields, tables } = this.#effect
    const changes = changedTablesOf(sql).filter(({ table }) => !tables.writable.has(table))
    const change = changes.find((one) => !this.#setsFields(one))
    const lockable = new Set<string | undefined>(fields.map((table) => tables.names.get(table)))
    const lock = lockedTablesOf(sql).find((table) => tables.core.has(table) && !lockable.has(table))
    const fault = isDefinition(sql) ? 'changes tables' : change ? `changes ${change.table}` : lock && `locks ${lock}`
    if (fault)
      throw new Error(
        `The effect ${effect} ${fault}. It may change and lock rows of the \`entities\` of plugins, and set fields of plugins with em.nativeUpdate in ${fields.join(' and ') || 'no table'}: ${sql.slice(0, 200)}`,
      )
    if (changes.length > 0) this.hasSetFields = true
  }

  #setsFields({ table, columns }: TableChange): boolean {
    const { fields, tables } = this.#effect
    const target = fields.find((one) => tables.names.get(one) === table)
    return !!target && !!columns?.every((column) => column === 'updated_at' || fieldsOf(target).has(column))
  }
}
