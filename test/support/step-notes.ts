import { Migration } from '@mikro-orm/migrations'
import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, notPersonal, timestamps } from '#entities/base.ts'
import type { Plugin } from '#server/plugin/plugin.ts'
import type { TestShop } from './shop.ts'

const StepNoteSchema = defineEntity({
  name: 'StepNote',
  tableName: 'step_note',
  properties: { id: id('note'), ...timestamps(), text: notPersonal(p.text()) },
})

export class StepNote extends StepNoteSchema.class {}
StepNoteSchema.setClass(StepNote)

class CreateStepNotes extends Migration {
  override up(): void {
    this.addSql(`create table step_note (id text primary key, created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null, text text not null)`)
  }
}

/** The parts of a plugin whose effects write notes. */
export const stepNotes = { entities: [StepNote], migrations: [CreateStepNotes] } satisfies Partial<Plugin>

export async function readNotes({ orm }: Pick<TestShop, 'orm'>): Promise<string[]> {
  const notes = await orm.em.fork().find(StepNote, {}, { orderBy: { created_at: 'asc', id: 'asc' } })
  return notes.map(({ text }) => text)
}
