import type { MikroORM } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import { firstUrlOf } from '#server/database/databases.ts'
import { directUrlOf } from '#server/database/direct-url.ts'
import type { JobContext } from '#server/plugin/job-context.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'
import type { Config } from '#server/settings/config.ts'

interface DrilledShop {
  orm: MikroORM
  config: Pick<Config, 'backups' | 'database'>
  parts: ShopParts
}

/** Returns the scheduled drill of a shop, if its backup is named. */
export function drillOf({ orm, config, parts }: DrilledShop, logger: Logger): JobContext['drill'] {
  const { backups: settings, database } = config
  if (!settings.source || settings.drill === 'never') return undefined
  const liveUrl = directUrlOf(orm)
  const schedule = scheduleOf(settings.drill, liveUrl)
  return {
    schedule,
    async run(signal) {
      const { runScheduledDrill } = await import('./run-drill.ts')
      await runScheduledDrill({ liveUrl, settings, database, parts, signal }, logger)
    },
  }
}

/** In the hours from 1 to 5 of the night in UTC, at a minute of each shop. Weekly drills run on Sundays. */
export function scheduleOf(drill: 'weekly' | 'daily', url: string): string {
  const minute = Array.from(firstUrlOf(url).pathname).reduce(
    (sum, character) => (sum * 31 + character.charCodeAt(0)) % MINUTES,
    0,
  )
  return `${minute % 60} ${1 + Math.floor(minute / 60)} * * ${drill === 'weekly' ? '0' : '*'}`
}

const MINUTES = 4 * 60
