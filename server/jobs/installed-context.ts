import type { Config } from '#server/config.ts'
import { installedProviders } from '#server/providers/installed.ts'
import { logNotifications } from '#server/providers/log-notifications.ts'
import { installedSubscribers } from '#server/subscribers/installed.ts'
import { SignedTokens } from '#server/tokens.ts'
import type { JobContext } from './job-context.ts'

/** What the jobs use of a shop that was given nothing else, in the server and in workers. */
export function installedContext(
  config: Config,
  opened: Pick<JobContext, 'orm' | 'files' | 'logger' | 'telemetry'>,
): JobContext {
  return {
    ...opened,
    providers: installedProviders,
    subscribers: installedSubscribers,
    notifications: new Map([['log', logNotifications(opened.logger)]]),
    tokens: new SignedTokens(config.sessionSecret),
    webhooks: config.webhooks,
    auditLogDays: config.auditLogDays,
  }
}
