import type { EntityManager } from '@mikro-orm/postgresql'
import { NotFound, statement, timeZoneOf } from 'cartwright'
import type { Page } from '../site/page.ts'

/** What administrators see before visitors do: drafts, and the prices of another time. */
export interface Preview {
  /** The time of the prices. Default: now. */
  at: Date | undefined
  /** The same time for the field of the form. */
  localTime: string
}

/** The same page for administrators only. No cache stores it. */
export const previewOf = ({ path, options: { input }, ...one }: Page): Page => ({
  ...one,
  path: path === '/' ? '/preview' : `/preview${path}`,
  options: input ? { input } : {},
  async show(visit, call) {
    if (!visit.admin) throw new NotFound('This page does not exist')
    return one.show({ ...visit, preview: await readPreview(visit.ctx.em, visit.url) }, call)
  },
})

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

async function readPreview(em: EntityManager, { searchParams }: URL): Promise<Preview> {
  const text = searchParams.get('at') ?? ''
  const localTime = LOCAL_TIME.exec(`${text}${text.length === 10 ? 'T12:00' : ''}`)?.[0] ?? ''
  if (Number.isNaN(Date.parse(`${localTime}Z`))) return { at: undefined, localTime: '' }
  const [row] = await selectTime(em, localTime, timeZoneOf(em))
  return { at: row?.at, localTime }
}

const selectTime = statement<{ at: Date }>('select $1::timestamp at time zone $2 as at')
