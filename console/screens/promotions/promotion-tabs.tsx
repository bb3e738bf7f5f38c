import { Group } from '@mantine/core'
import { PageButton } from '#console/components/page-link.tsx'
import { promotions } from '#console/strings/promotions.ts'

/** The links between discounts and gift cards. */
export function PromotionTabs({ current }: { current: 'discounts' | 'giftCards' }) {
  const words = promotions.useWords()
  return (
    <Group component="nav" aria-label={words.sections} gap="xs" mb="md">
      <PageButton
        to="/promotions"
        size="xs"
        variant={current === 'discounts' ? 'light' : 'subtle'}
        aria-current={current === 'discounts' ? 'page' : undefined}
      >
        {words.discounts}
      </PageButton>
      <PageButton
        to="/promotions/gift-cards"
        size="xs"
        variant={current === 'giftCards' ? 'light' : 'subtle'}
        aria-current={current === 'giftCards' ? 'page' : undefined}
      >
        {words.giftCards}
      </PageButton>
    </Group>
  )
}
