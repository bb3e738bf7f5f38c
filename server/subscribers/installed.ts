import { logNotifications } from './log-notifications.ts'
import type { Subscribers } from './subscriber.ts'

export const installedSubscribers: Subscribers = { 'notification log': logNotifications }
