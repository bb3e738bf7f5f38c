import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { getParser } from 'bowser'
import { queryClient, trpc } from '#console/app/api.ts'
import { ProcedureButton } from '#console/components/action/procedure-button.tsx'
import { useConfirm } from '#console/components/confirm.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { toneOfSetting } from '#console/components/status-tones.ts'
import { TableSection } from '#console/components/table-section.tsx'
import { Time } from '#console/components/time.tsx'
import { account } from '#console/strings/account.ts'

/** The devices on which the user is signed in. */
export function SessionList() {
  const words = account.useWords()
  const { data, error } = useQuery(trpc.admin.account.sessions.queryOptions())
  const nameOf = ({ user_agent }: { user_agent: string | null }) => {
    if (!user_agent) return words.unknownDevice
    const { browser, os } = getParser(user_agent).getResult()
    return browser.name && os.name ? words.deviceText(browser.name, os.name) : words.unknownDevice
  }
  return (
    <TableSection
      title={words.sessions}
      actions={<LogOutEverywhere />}
      error={error}
      rows={data?.sessions}
      empty=""
      buttons={(session) =>
        session.is_current ? (
          <StatusBadge tone={toneOfSetting(true)} text={words.thisDevice} />
        ) : (
          <ProcedureButton
            procedure={trpc.admin.account.endSession}
            input={{ id: session.id }}
            text={words.endSession}
            label={words.endSessionOf(nameOf(session))}
            done={words.ended}
          />
        )
      }
      columns={[
        { key: 'device', title: words.device, cell: nameOf },
        {
          key: 'used',
          title: words.lastUsed,
          cell: ({ last_used_at, created_at }) => <Time at={last_used_at ?? created_at} />,
        },
        { key: 'address', title: words.address, cell: ({ address }) => address || '–', isWideOnly: true },
      ]}
    />
  )
}

function LogOutEverywhere() {
  const words = account.useWords()
  const router = useRouter()
  const confirm = useConfirm()
  const { mutate, isPending } = useMutation(
    trpc.admin.account.logOutEverywhere.mutationOptions({
      onSuccess: async () => {
        await router.navigate({ to: '/sign-in' })
        queryClient.clear()
      },
    }),
  )
  const ask = async () => {
    const question = { title: words.logOutTitle, text: words.logOutText, action: words.logOutEverywhere }
    if (await confirm({ ...question, isDangerous: true })) mutate(undefined)
  }
  return (
    <Button size="xs" variant="default" loading={isPending} onClick={() => void ask()}>
      {words.logOutEverywhere}
    </Button>
  )
}
