import type { MikroORM } from '@mikro-orm/postgresql'
import { dialectOf } from '#server/database/orm-options.ts'
import type { Telemetry } from './telemetry.ts'

/** Reports the use of the connection pool if telemetry is on. */
export function observePool(orm: MikroORM, telemetry: Telemetry | undefined): void {
  telemetry?.watchPool(dialectOf(orm).pool)
}
