import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { useConfirm } from '#console/components/confirm.tsx'
import { Select } from '#console/components/late-select.tsx'
import { Page } from '#console/components/page.tsx'
import { CodeField } from '#console/components/scan/code-field.tsx'
import { Section } from '#console/components/section.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { navigation } from '#console/strings/navigation.ts'
import { stockCounts } from '#console/strings/stock-counts.ts'
import { useLoadedLocations } from '../../orders/use-locations.ts'
import { hasInventory } from '../has-inventory.ts'
import { countedOf, differenceOf } from './counted-goods.ts'
import { CountedGoods } from './counted-goods-list.tsx'
import { EarlierCounts } from './earlier-counts.tsx'
import { useCount } from './use-count.ts'

/** Goods are scanned, compared with the stock and saved at once. */
export function CountPage() {
  const { data } = useQuery(trpc.admin.store.get.queryOptions())
  const { locations, error } = useLoadedLocations()
  const [chosen, choose] = useState<string>()
  const words = stockCounts.useWords()
  const names = navigation.useWords()
  if (isLost(error, locations)) return <ErrorPage error={error} />
  if (!data || !locations) return <LoadingPage />
  const needsLocation = hasInventory(data.store)
  const location = needsLocation ? (chosen ?? locations[0]?.id) : undefined
  return (
    <Page title={words.countStock} back={{ to: '/inventory', text: names.inventory }} width="form">
      <Stack>
        {needsLocation && locations.length > 1 && (
          <Select
            label={words.location}
            data={locations.map(({ id, name }) => ({ value: id, label: name }))}
            value={location ?? null}
            onChange={(id) => choose(id ?? undefined)}
            allowDeselect={false}
          />
        )}
        {needsLocation && !location ? <Text>{words.noLocation}</Text> : <Count key={location} locationId={location} />}
        <EarlierCounts locationId={location} />
      </Stack>
    </Page>
  )
}

function Count({ locationId }: { locationId: string | undefined }) {
  const words = stockCounts.useWords()
  const confirm = useConfirm()
  const count = useCount(locationId)
  const [reason, setReason] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)
  const { goods, status } = count
  const save = async () => {
    setReasonMissing(!reason.trim())
    if (!reason.trim()) return
    // The message of a refused save is on the page.
    const isSaved = await count.save(reason.trim()).then(
      () => true,
      () => false,
    )
    if (isSaved) setReason('')
  }
  const clear = async () => {
    const question = { title: words.clearTitle, text: words.clearText, action: words.clear, isDangerous: true }
    if (await confirm(question)) count.clear()
  }
  return (
    <Section title={words.countedGoods}>
      <Stack>
        <CodeField
          hint={words.scanHint}
          status={status?.text}
          isProblem={status?.isProblem ?? false}
          isFocused
          onCode={count.scan}
        />
        <CountedGoods goods={goods} onChange={count.change} onRemove={count.remove} />
        {goods.length > 0 && (
          <>
            <Text size="sm" fw={500}>
              {words.summary(
                goods.length,
                goods.reduce((sum, good) => sum + differenceOf(good), 0),
              )}
            </Text>
            <TextInput
              label={words.reason}
              placeholder={words.reasonExample}
              value={reason}
              maxLength={200}
              error={isReasonMissing && words.reasonMissing}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            {count.error && (
              <Alert color="red" role="alert">
                {count.error}
              </Alert>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={() => void clear()}>
                {words.clear}
              </Button>
              <Button
                loading={count.isSaving}
                disabled={goods.some((good) => countedOf(good) === null)}
                onClick={() => void save()}
              >
                {words.save}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Section>
  )
}
