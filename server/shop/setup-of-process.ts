import type { SetupOfProcess } from '#entities/statistics/read-setup.ts'
import type { ShopParts } from '../plugin/shop-parts.ts'

interface Environment {
  production?: boolean
}

export const setupOfProcess = (
  { notifications }: Pick<ShopParts, 'notifications'>,
  { production = false }: Environment,
): SetupOfProcess => ({
  sendsMail: [...notifications.values()].some(({ isPreview }) => !isPreview),
  isLive: production,
})
