import { SignedTokens } from '#server/auth/tokens.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'
import type { Config } from '#server/settings/config.ts'
import type { JobContext } from '../plugin/job-context.ts'

export function createJobContext(
  config: Config,
  {
    parts,
    ...opened
  }: Pick<JobContext, 'orm' | 'files' | 'logger' | 'operations' | 'telemetry' | 'drill'> & { parts: ShopParts },
): JobContext {
  const { providers, notifications, subscribers, inboundWebhooks, mails, jobs, batchTypes, routers, settings } = parts
  return {
    ...opened,
    ...{ providers, notifications, subscribers, inboundWebhooks, mails, jobs, batchTypes, routers, settings },
    tokens: new SignedTokens(config.sessionSecret),
    webhooks: config.webhooks,
    auditLogDays: config.auditLogDays,
    cartDays: config.cartDays,
  }
}
