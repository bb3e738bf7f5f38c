import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryClient, trpc } from '#console/app/api.ts'
import { useConfirm } from '#console/components/confirm.tsx'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { Money } from '#console/components/money.tsx'
import { Page } from '#console/components/page.tsx'
import { PageButton, PageLink } from '#console/components/page-link.tsx'
import { Time } from '#console/components/time.tsx'
import { common } from '#console/strings/common.ts'
import { useStrings } from '#console/strings/define-strings.ts'
import { navigation } from '#console/strings/navigation.ts'
import { promotions } from '#console/strings/promotions.ts'
import { GiftCardStatus } from './gift-card-status.tsx'
import { PromotionTabs } from './promotion-tabs.tsx'
import { giftCardsRoute } from './routes.ts'

export function GiftCardList() {
  const words = useStrings(promotions)
  const names = useStrings(navigation)
  const navigate = giftCardsRoute.useNavigate()
  const list = useList(giftCardsRoute.useSearch())
  const actions = useGiftCardActions()
  const pages = useInfiniteQuery(
    trpc.admin.giftCards.list.infiniteQueryOptions({ ...list.input, limit: 100 }, cursorPages),
  )
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.gift_cards) ?? [], [pages.data])
  const addButton = <PageButton to="/promotions/gift-cards/new">{words.issueCard}</PageButton>
  return (
    <Page title={names.promotions} actions={addButton}>
      <PromotionTabs current="giftCards" />
      <ListScreen
        name="gift-cards"
        list={list}
        pages={pages}
        rows={rows}
        nameOf={({ code }) => code}
        onOpen={({ id }) => void navigate({ to: '/promotions/gift-cards/$id', params: { id } })}
        searchHint={words.searchCards}
        actions={actions}
        empty={{ title: words.giftCards, hint: words.noCards, action: addButton }}
        columns={[
          {
            key: 'code',
            title: words.code,
            sort: 'code',
            cell: ({ id, code }) => (
              <PageLink to="/promotions/gift-cards/$id" params={{ id }} fw={500} c="inherit" className="number">
                {code}
              </PageLink>
            ),
          },
          {
            key: 'balance',
            title: words.balance,
            sort: 'balance',
            width: '8rem',
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
          {
            key: 'issued',
            title: words.issued,
            sort: 'created_at',
            width: '9rem',
            isWideOnly: true,
            cell: ({ created_at }) => <Time at={created_at} />,
          },
          { key: 'status', title: words.status, width: '8rem', cell: (card) => <GiftCardStatus card={card} /> },
        ]}
      />
    </Page>
  )
}

interface Row {
  id: string
}

function useGiftCardActions() {
  const words = useStrings(promotions)
  const { delete: deleteWord } = useStrings(common)
  const confirm = useConfirm()
  const update = useMutation(trpc.admin.giftCards.update.mutationOptions())
  const remove = useMutation(trpc.admin.giftCards.delete.mutationOptions())
  const forEach = async (rows: readonly Row[], change: (id: string) => Promise<unknown>): Promise<boolean> => {
    try {
      for (const { id } of rows) await change(id)
    } finally {
      await queryClient.invalidateQueries(trpc.admin.giftCards.pathFilter())
    }
    return true
  }
  return [
    {
      name: words.disable,
      run: (rows: Row[]) => forEach(rows, (id) => update.mutateAsync({ id, is_disabled: true })),
    },
    {
      name: words.enable,
      run: (rows: Row[]) => forEach(rows, (id) => update.mutateAsync({ id, is_disabled: false })),
    },
    {
      name: deleteWord,
      isDangerous: true,
      run: async (rows: Row[]) => {
        const question = { title: words.deleteCardsTitle(rows.length), text: words.deleteCardsText, action: deleteWord }
        if (!(await confirm({ ...question, isDangerous: true }))) return false
        return forEach(rows, (id) => remove.mutateAsync({ id }))
      },
    },
  ]
}
