import type { MikroORM } from '@mikro-orm/postgresql'
import type { Telemetry } from '#server/base/telemetry.ts'
import { dialectOf } from '#server/database/orm-options.ts'

export function observePool(orm: MikroORM, telemetry: Telemetry | undefined): void {
  telemetry?.watchPool(dialectOf(orm).pool)
}
