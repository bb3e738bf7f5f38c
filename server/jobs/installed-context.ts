import { SignedTokens } from '#server/auth/tokens.ts'
import type { Config } from '#server/config.ts'
import { installedProviders } from '#server/providers/installed.ts'
import { installedSubscribers } from '#server/subscribers/installed.ts'
import type { JobContext } from './job-context.ts'

export function createJobContext(
  config: Config,
  opened: Pick<JobContext, 'orm' | 'files' | 'logger' | 'telemetry'>,
): JobContext {
  return {
    ...opened,
    providers: installedProviders,
    subscribers: installedSubscribers,
    tokens: new SignedTokens(config.sessionSecret),
    webhooks: config.webhooks,
    auditLogDays: config.auditLogDays,
  }
}
