import { ActionIcon, Button, Stack, Text } from '@mantine/core'
import { IconBuildingStore, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { PopupButton } from '#console/components/popup/popup-button.tsx'
import { ownShopsWords } from '#console/strings/own-shops.ts'
import { ownShops } from './api.ts'
import { ProveForm } from './prove-form.tsx'

const query = { queryKey: ['own shops'], queryFn: () => ownShops.list.query(), retry: false, throwOnError: false }

/** The button that changes to another shop of the same person. Absent for a user of one shop. */
export function ShopChooser() {
  const words = ownShopsWords.useWords()
  const { data } = useQuery(query)
  if (!data?.has_others) return null
  return (
    <PopupButton
      position="bottom-end"
      width={280}
      label={words.changeShop}
      button={(parts) => (
        <ActionIcon size="lg" {...parts} aria-label={words.changeShop}>
          <IconBuildingStore size={20} stroke={1.7} />
        </ActionIcon>
      )}
    >
      <Choices />
    </PopupButton>
  )
}

function Choices() {
  const words = ownShopsWords.useWords()
  const { data, refetch } = useQuery(query)
  if (!data?.is_proven) return <ProveForm onProven={() => void refetch()} />
  return (
    <Stack gap={2}>
      <Text size="sm" fw={600} px="sm" pb={4}>
        {words.changeShop}
      </Text>
      {data.shops.map(({ id, host, url, is_current }) =>
        is_current ? (
          <Button key={id} variant="light" justify="space-between" rightSection={<IconCheck size={16} />} disabled>
            {host}
          </Button>
        ) : (
          <Button
            key={id}
            component="a"
            // The other shop sends the browser back here for a token. See `screens/session/enter-shop.tsx`.
            href={url}
            variant="subtle"
            color="gray"
            justify="flex-start"
          >
            {host}
          </Button>
        ),
      )}
    </Stack>
  )
}
