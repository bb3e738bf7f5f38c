import { AreaTabs } from '#console/components/area-tabs.tsx'
import { promotions } from '#console/strings/promotions.ts'

/** The links between discounts and gift cards. */
export function PromotionTabs() {
  const words = promotions.useWords()
  return (
    <AreaTabs
      label={words.sections}
      tabs={[
        { to: '/promotions', text: words.discounts },
        { to: '/promotions/gift-cards', text: words.giftCards },
      ]}
    />
  )
}
