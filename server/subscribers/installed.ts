import { logNotifications } from './log-notifications.ts'
import type { Subscribers } from './subscriber.ts'

/** The subscribers of a shop that was given no others, by their names. */
export const installedSubscribers: Subscribers = { 'notification log': logNotifications }
