import { Anchor, Button, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { useConfirm } from '#console/components/confirm.tsx'
import { Page } from '#console/components/page.tsx'
import { Facts, Section } from '#console/components/section.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { Time } from '#console/components/time.tsx'
import { operators } from '#console/strings/operators.ts'
import { ActionTable } from './action-table.tsx'
import { operator, refresh } from './api.ts'
import { HostsForm } from './hosts-form.tsx'
import { MemberTable } from './member-table.tsx'
import { ShopProblems } from './shop-problems.tsx'
import { sizeText } from './size-text.ts'
import { TaskTable } from './task-table.tsx'
import { UpgradeButton } from './upgrade-button.tsx'
import { VariableTable } from './variable-table.tsx'
import { versionText } from './version-text.ts'
import { WorkSection } from './work-section.tsx'

const DropDialog = lazyDialog(async () => (await import('./drop-dialog.tsx')).DropDialog)

const route = getRouteApi('/operator/operator/shops/$id')

export function ShopPage() {
  const words = operators.useWords()
  const { id } = route.useParams()
  const [isDropping, setDropping] = useState(false)
  const { data, error } = useQuery(operator.shops.get.queryOptions({ id }))
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  const { shop } = data
  return (
    <Page
      title={id}
      back={{ to: '/operator', text: words.shops }}
      badges={<ShopProblems shop={shop} />}
      width="detail"
      actions={
        <>
          {shop.status !== 'creating' && <UpgradeButton ids={[id]} />}
          <PauseButton id={id} status={shop.status} />
          {shop.status !== 'active' && (
            <Button color="red.9" onClick={() => setDropping(true)}>
              {words.drop}
            </Button>
          )}
        </>
      }
    >
      <Stack>
        <Section title={words.shop}>
          <Facts
            facts={[
              [words.console, shop.console_url && <Anchor href={shop.console_url}>{shop.console_url}</Anchor>],
              [words.database, shop.database],
              [words.server, shop.server],
              [words.size, sizeText(shop.size)],
              [words.schemaVersion, versionText(shop.schema_version)],
              [words.lastOrder, shop.last_order_at && <Time at={shop.last_order_at} />],
              [words.lastRequest, shop.last_request_at && <Time at={shop.last_request_at} />],
            ]}
          />
        </Section>
        <Section title={words.hosts}>
          <HostsForm key={shop.hosts.join()} id={id} hosts={shop.hosts} />
        </Section>
        {shop.status !== 'creating' && <WorkSection shop={shop} />}
        <TaskTable shop={id} />
        <MemberTable shop={id} />
        <VariableTable id={id} variables={shop.variables} />
        <ActionTable shop={id} />
      </Stack>
      {isDropping && <DropDialog id={id} onClose={() => setDropping(false)} />}
    </Page>
  )
}

function PauseButton({ id, status }: { id: string; status: 'creating' | 'active' | 'paused' }) {
  const words = operators.useWords()
  const confirm = useConfirm()
  const pause = useMutation(operator.shops.pause.mutationOptions({ onSuccess: refresh }))
  const resume = useMutation(operator.shops.resume.mutationOptions({ onSuccess: refresh }))
  if (status === 'creating') return null
  if (status === 'paused')
    return (
      <Button loading={resume.isPending} onClick={() => resume.mutate({ id })}>
        {words.resume}
      </Button>
    )
  const start = async () => {
    if (await confirm({ title: words.pauseTitle(id), text: words.pauseText, action: words.pause })) pause.mutate({ id })
  }
  return (
    <Button variant="default" loading={pause.isPending} onClick={() => void start()}>
      {words.pause}
    </Button>
  )
}
