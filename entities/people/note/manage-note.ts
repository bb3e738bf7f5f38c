import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow, lockRow, type Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { now } from '#entities/values/clock.ts'
import { Note } from './note.ts'

export type NewNote = Pick<Note, 'value' | 'resource_type' | 'resource_id'> & { author_id: string }

export async function writeNote(em: EntityManager, values: NewNote): Promise<{ id: string }> {
  const note = insertRow(em, Note, values)
  await announce(em, 'note.created', { id: note.id })
  return note
}

export async function rewriteNote(em: EntityManager, id: string, value: string): Promise<void> {
  const note = await lockNote(em, id)
  note.value = value
  await announce(em, 'note.updated', { id })
}

export async function deleteNote(em: EntityManager, id: string): Promise<void> {
  const note = await lockNote(em, id)
  note.deleted_at = now()
  await announce(em, 'note.deleted', { id })
}

async function lockNote(em: EntityManager, id: string): Promise<Row<Note>> {
  const note = await lockRow(em, Note, { id })
  if (!note) throw new NotFound(`Note with id: ${id} was not found.`)
  return note
}
