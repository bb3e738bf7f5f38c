import type { MikroORM } from '@mikro-orm/postgresql'
import { dialectOf } from '#server/database/orm-options.ts'
import type { Telemetry } from './telemetry.ts'

export function observePool(orm: MikroORM, telemetry: Telemetry | undefined): void {
  telemetry?.watchPool(dialectOf(orm).pool)
}
