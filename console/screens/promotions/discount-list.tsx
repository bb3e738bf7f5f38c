import { getRouteApi } from '@tanstack/react-router'
import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { descriptionColumn, endColumn } from '#console/components/list/columns.tsx'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useRowAction, useRowDeletion } from '#console/components/list/use-row-action.tsx'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { Page } from '#console/components/page.tsx'
import { PageButton } from '#console/components/page-link.tsx'
import { useListFields } from '#console/components/plugin-fields/use-list-fields.tsx'
import { common } from '#console/strings/common.ts'
import { navigation } from '#console/strings/navigation.ts'
import { promotions } from '#console/strings/promotions.ts'
import { DiscountStatus, discountValue } from './discount-status.tsx'
import { PromotionTabs } from './promotion-tabs.tsx'

const discountsRoute = getRouteApi('/shell/promotions')

export function DiscountList() {
  const words = promotions.useWords()
  const { created } = common.useWords()
  const names = navigation.useWords()
  const list = useList(discountsRoute.useSearch())
  const own = useListFields('discount', list)
  const actions = useDiscountActions()
  const shown = useRowList(
    list,
    trpc.admin.discounts.list.infiniteQueryOptions(
      {
        ...list.input,
        ...own.input,
        limit: 100,
        // The page of a discount lists its codes. A search finds them too.
        ...(list.input.q
          ? { expand: 'rule,regions,parent_discount.regions' }
          : { expand: 'rule,regions', parent_discount_id: { exists: false } }),
        is_disabled: list.flag('is_disabled'),
        is_dynamic: list.flag('is_dynamic'),
        is_automatic: list.flag('is_automatic'),
        created_at: list.dates('created_at'),
      },
      cursorPages,
    ),
    (page) => page.discounts,
  )
  const addButton = <PageButton to="/promotions/new">{words.newDiscount}</PageButton>
  return (
    <Page title={names.promotions} actions={addButton}>
      <PromotionTabs />
      <ListScreen
        name="discounts"
        {...shown}
        nameOf={({ code }) => code}
        page="/promotions/$id"
        searchHint={words.searchCode}
        filters={[
          { kind: 'flag', name: 'is_disabled', label: words.disabled },
          { kind: 'flag', name: 'is_automatic', label: words.automatic },
          { kind: 'flag', name: 'is_dynamic', label: words.dynamic },
          { kind: 'dates', name: 'created_at', label: created },
          ...own.filters,
        ]}
        actions={actions}
        empty={{ title: words.discounts, hint: words.noDiscounts, action: addButton }}
        columns={[
          {
            key: 'code',
            width: 'minmax(6rem, 1fr)',
            title: words.code,
            sort: 'code',
            isLink: true,
            cell: ({ code }) => code,
          },
          {
            key: 'value',
            title: words.value,
            width: 'clamp(6.25rem, 26vw, 9rem)',
            cell: (discount) => discountValue(discount, words),
          },
          {
            key: 'use',
            title: words.use,
            width: '8rem',
            isWideOnly: true,
            cell: ({ is_automatic }) => (is_automatic ? words.automatically : words.withCode),
          },
          descriptionColumn(words.description, ({ rule }: Row) => rule?.description),
          {
            key: 'usage',
            title: words.usage,
            width: '7rem',
            isWideOnly: true,
            cell: ({ usage_count, usage_limit }) =>
              usage_limit === null ? usage_count : words.usageOf(usage_count, usage_limit),
          },
          endColumn(words.endsAt, words.unlimited),
          {
            key: 'status',
            title: words.status,
            width: 'clamp(6rem, 25vw, 8rem)',
            cell: (discount) => <DiscountStatus discount={discount} />,
          },
          ...own.columns,
        ]}
      />
    </Page>
  )
}

type Row = inferRouterOutputs<AppRouter>['admin']['discounts']['list']['discounts'][number]

/** The actions for selected discounts. Each of them shows its changes first. */
function useDiscountActions() {
  const words = promotions.useWords()
  const { update, delete: remove } = trpc.admin.discounts
  const row = {
    nameOf: ({ code }: Row) => code,
    currencyOf: ({ regions }: Row) => regions?.[0]?.currency_code,
  }
  const enable = useRowAction({
    ...row,
    name: words.enable,
    question: { title: words.enableTitle, text: words.enableText },
    procedure: update,
    inputOf: (id) => ({ id, is_disabled: false }),
    undoOf: ({ id, is_disabled }) => ({ id, is_disabled }),
  })
  const disable = useRowAction({
    ...row,
    name: words.disable,
    question: { title: words.disableTitle, text: words.disableText },
    procedure: update,
    inputOf: (id) => ({ id, is_disabled: true }),
    undoOf: ({ id, is_disabled }) => ({ id, is_disabled }),
  })
  const deletion = useRowDeletion({
    ...row,
    question: { title: words.deleteTitle, text: words.deleteText },
    procedure: remove,
    resource: 'discount',
  })
  return [enable, disable, deletion]
}
