import { inTransaction } from '#database/transaction.ts'
import { claimNotice } from '#entities/platform/notice/received-notice.ts'
import type { Task } from '../plugin/job-context.ts'
import { pluginContextOf, runInOpenTransaction } from '../plugin/plugin-context.ts'

/** Runs the handler and marks the notice in one transaction, so each notice takes effect once. */
export const processWebhook: Task<'process_webhook'> = async (context, { webhook: key, id, data }, { signal }) => {
  const webhook = context.inboundWebhooks.get(key)
  if (!webhook) throw new Error(`No plugin receives the webhook ${key} any longer`)
  await inTransaction(context.orm.em.fork(), async (em) => {
    if (!(await claimNotice(em, key, id))) return
    await runInOpenTransaction(() => webhook.handle({ id, data }, { ...pluginContextOf(context, signal), em }))
  })
}
