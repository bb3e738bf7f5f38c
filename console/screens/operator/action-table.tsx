import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { TableSection } from '#console/components/table-section.tsx'
import { Time } from '#console/components/time.tsx'
import { operators } from '#console/strings/operators.ts'
import { operator } from './api.ts'

/** The actions of operators, of one shop or of all shops, newest first. */
export function ActionTable({ shop = null }: { shop?: string | null }) {
  const words = operators.useWords()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: operator.actions.list.queryKey({ shop }),
    queryFn: ({ pageParam, client }) =>
      client.fetchQuery({ ...operator.actions.list.queryOptions({ shop, before: pageParam }), staleTime: 0 }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ actions }) => (actions.length < PAGE ? undefined : (actions.at(-1)?.id ?? undefined)),
  })
  return (
    <>
      <TableSection
        title={words.activity}
        error={error}
        rows={data?.pages.flatMap(({ actions }) => actions)}
        empty={words.noActions}
        isStacked
        columns={[
          { key: 'at', title: words.time, cell: ({ created_at }) => <Time at={created_at} /> },
          { key: 'actor', title: words.operator, cell: ({ actor }) => actor },
          {
            key: 'action',
            title: words.action,
            cell: ({ action, shop_id, details }) => (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {[action, shop_id, detailsText(details)].filter(Boolean).join(' · ')}
              </Text>
            ),
          },
          {
            key: 'outcome',
            title: words.outcome,
            cell: ({ outcome }) => (outcome === 'done' ? words.done : (outcome ?? '–')),
          },
        ]}
      />
      {hasNextPage && (
        <Button mt="sm" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.older}
        </Button>
      )}
    </>
  )
}

const PAGE = 50

const detailsText = (details: object): string => Object.values(details).flat().map(String).join(', ')
