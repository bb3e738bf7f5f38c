import { SignedTokens } from '#server/auth/tokens.ts'
import type { Config } from '#server/config.ts'
import type { ShopParts } from '#server/shop/shop-parts.ts'
import type { JobContext } from './job-context.ts'

export function createJobContext(
  config: Config,
  { parts, ...opened }: Pick<JobContext, 'orm' | 'files' | 'logger' | 'telemetry'> & { parts: ShopParts },
): JobContext {
  const { providers, notifications, subscribers, jobs, batchTypes, routers, settings } = parts
  return {
    ...opened,
    ...{ providers, notifications, subscribers, jobs, batchTypes, routers, settings },
    tokens: new SignedTokens(config.sessionSecret),
    webhooks: config.webhooks,
    auditLogDays: config.auditLogDays,
    cartDays: config.cartDays,
  }
}
