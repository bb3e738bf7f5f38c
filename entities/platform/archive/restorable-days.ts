import { now } from '#entities/values/clock.ts'

export const RESTORABLE_DAYS = 30
const DAY = 86_400_000

/** The end of the days in which a deleted row can be restored begins here. */
export const earliestRestorable = (): Date => new Date(now().getTime() - RESTORABLE_DAYS * DAY)
