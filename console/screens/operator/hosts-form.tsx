import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { NamesInput } from '#console/components/form/names-input.tsx'
import { notifyDone } from '#console/components/notify.ts'
import { useErrorText } from '#console/components/states.tsx'
import { common } from '#console/strings/common.ts'
import { operators } from '#console/strings/operators.ts'
import { operator, refresh } from './api.ts'

/** The first host is the address of the console and of links in mails. */
export function HostsForm({ id, hosts: saved }: { id: string; hosts: string[] }) {
  const words = operators.useWords()
  const texts = common.useWords()
  const textOf = useErrorText()
  const [hosts, setHosts] = useState(saved)
  const change = useMutation({
    ...operator.shops.setHosts.mutationOptions(),
    ...shownInPlace,
    onSuccess: async () => {
      notifyDone(texts.saved)
      await refresh()
    },
  })
  return (
    <Stack gap="sm">
      <NamesInput
        aria-label={words.hosts}
        value={hosts}
        onChange={setHosts}
        error={change.error && textOf(change.error)}
      />
      <Text size="sm" c="dimmed">
        {words.hostsHint}
      </Text>
      <Group justify="flex-end">
        <Button
          disabled={hosts.join() === saved.join()}
          loading={change.isPending}
          onClick={() => change.mutate({ id, hosts })}
        >
          {texts.save}
        </Button>
      </Group>
    </Stack>
  )
}
