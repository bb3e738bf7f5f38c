import { IconDiscount } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Area } from '#console/app/area.ts'
import { listSearch } from '#console/app/list-search.ts'
import { shellRoute } from '#console/app/routes.ts'

const discountsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/promotions',
  staticData: { needs: 'discounts.list' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./discount-list.tsx'), 'DiscountList'),
})

const newDiscountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/promotions/new',
  staticData: { needs: 'discounts.create' },
  component: lazyRouteComponent(() => import('./new-discount.tsx'), 'NewDiscount'),
})

const discountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/promotions/$id',
  staticData: { needs: 'discounts.get' },
  component: lazyRouteComponent(() => import('./discount-page.tsx'), 'DiscountPage'),
})

const giftCardsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/promotions/gift-cards',
  staticData: { needs: 'giftCards.list' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./gift-card-list.tsx'), 'GiftCardList'),
})

const newGiftCardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/promotions/gift-cards/new',
  staticData: { needs: 'giftCards.create' },
  component: lazyRouteComponent(() => import('./new-gift-card.tsx'), 'NewGiftCard'),
})

const giftCardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/promotions/gift-cards/$id',
  staticData: { needs: 'giftCards.get' },
  component: lazyRouteComponent(() => import('./gift-card-page.tsx'), 'GiftCardPage'),
})

export const promotionsArea: Area = { name: 'promotions', path: '/promotions', icon: IconDiscount }
export const promotionsRoutes = [
  discountsRoute,
  newDiscountRoute,
  giftCardsRoute,
  newGiftCardRoute,
  giftCardRoute,
  discountRoute,
] as const
