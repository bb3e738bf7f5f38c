import { getRouteApi } from '@tanstack/react-router'
import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { createdColumn } from '#console/components/list/columns.tsx'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useRowAction, useRowDeletion } from '#console/components/list/use-row-action.tsx'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { Money } from '#console/components/money.tsx'
import { Page } from '#console/components/page.tsx'
import { PageButton, RowLink } from '#console/components/page-link.tsx'
import { useListFields } from '#console/components/plugin-fields/use-list-fields.tsx'
import { navigation } from '#console/strings/navigation.ts'
import { promotions } from '#console/strings/promotions.ts'
import { GiftCardStatus } from './gift-card-status.tsx'
import { PromotionTabs } from './promotion-tabs.tsx'

const giftCardsRoute = getRouteApi('/shell/promotions/gift-cards')

export function GiftCardList() {
  const words = promotions.useWords()
  const names = navigation.useWords()
  const list = useList(giftCardsRoute.useSearch())
  const own = useListFields('gift_card', list)
  const actions = useGiftCardActions()
  const shown = useRowList(
    list,
    trpc.admin.giftCards.list.infiniteQueryOptions({ ...list.input, ...own.input, limit: 100 }, cursorPages),
    (page) => page.gift_cards,
  )
  const addButton = <PageButton to="/promotions/gift-cards/new">{words.issueCard}</PageButton>
  return (
    <Page title={names.promotions} actions={addButton}>
      <PromotionTabs />
      <ListScreen
        name="gift-cards"
        {...shown}
        filters={own.filters}
        nameOf={({ code }) => code}
        page="/promotions/gift-cards/$id"
        searchHint={words.searchCards}
        actions={actions}
        empty={{ title: words.giftCards, hint: words.noCards, action: addButton }}
        columns={[
          {
            key: 'code',
            width: 'minmax(7rem, 1fr)',
            title: words.code,
            sort: 'code',
            cell: ({ id, code }) => (
              <RowLink to="/promotions/gift-cards/$id" params={{ id }} className="code">
                {code}
              </RowLink>
            ),
          },
          {
            key: 'balance',
            title: words.balance,
            sort: 'balance',
            width: 'clamp(5.75rem, 25vw, 8rem)',
            align: 'end',
            cell: ({ balance, region }) => region && <Money amount={balance} currency={region.currency_code} />,
          },
          {
            key: 'value',
            title: words.value,
            sort: 'value',
            width: '8rem',
            align: 'end',
            isWideOnly: true,
            cell: ({ value, region }) => region && <Money amount={value} currency={region.currency_code} />,
          },
          { key: 'region', title: words.region, width: '10rem', isWideOnly: true, cell: ({ region }) => region?.name },
          {
            key: 'order',
            title: words.bought,
            width: '9rem',
            isWideOnly: true,
            cell: ({ order }) => (order ? words.order(order.display_id) : '–'),
          },
          createdColumn(words.issued, { sort: 'created_at' }),
          {
            key: 'status',
            title: words.status,
            width: 'clamp(6rem, 25vw, 8rem)',
            cell: (card) => <GiftCardStatus card={card} />,
          },
          ...own.columns,
        ]}
      />
    </Page>
  )
}

type Row = inferRouterOutputs<AppRouter>['admin']['giftCards']['list']['gift_cards'][number]

/** The actions for selected gift cards. Each of them shows its changes first. */
function useGiftCardActions() {
  const words = promotions.useWords()
  const { update, delete: remove } = trpc.admin.giftCards
  const row = {
    nameOf: ({ code }: Row) => code,
    currencyOf: ({ region }: Row) => region?.currency_code,
  }
  const disable = useRowAction({
    ...row,
    name: words.disable,
    question: { title: words.disableCardsTitle, text: words.disableCardsText },
    procedure: update,
    inputOf: (id) => ({ id, is_disabled: true }),
    undoOf: ({ id, is_disabled }) => ({ id, is_disabled }),
  })
  const enable = useRowAction({
    ...row,
    name: words.enable,
    question: { title: words.enableCardsTitle, text: words.enableCardsText },
    procedure: update,
    inputOf: (id) => ({ id, is_disabled: false }),
    undoOf: ({ id, is_disabled }) => ({ id, is_disabled }),
  })
  const deletion = useRowDeletion({
    ...row,
    question: { title: words.deleteCardsTitle, text: words.deleteCardsText },
    procedure: remove,
    resource: 'gift_card',
  })
  return [disable, enable, deletion]
}
