import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from 'cartwright'
import type { EmailSettings } from './settings.ts'
import { mailFolder } from './transport.ts'

/** Deletes the files of the mails to a customer. Only a shop in development has such files. */
export async function deleteMails(em: EntityManager, customer_id: string, settings: EmailSettings): Promise<void> {
  const folder = mailFolder(settings)
  const files = await readdir(folder).catch(() => [])
  if (files.length === 0) return
  const sent = new Set((await selectMessages(em, customer_id)).map(({ id }) => id))
  const ids = (file: string) => file.match(/(event_\d+|noti_\w+?)(?=-)/g) ?? []
  for (const file of files) if (ids(file).some((id) => sent.has(id))) await rm(join(folder, file), { force: true })
}

const selectMessages = statement<{ id: string }>(`
  select coalesce('event_' || event_id, id) as id from notification where customer_id = $1 and provider_id = 'email'`)
