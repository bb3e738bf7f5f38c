import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { Select } from '#console/components/late-select.tsx'
import { notifyDone } from '#console/components/notify.ts'
import { ErrorState } from '#console/components/states.tsx'
import { common } from '#console/strings/common.ts'
import { customers } from '#console/strings/customers.ts'

interface GroupChoiceProps {
  /** The customers to add. */
  ids: string[]
  onDone(): void
}

/** Adds customers to a group. */
export function GroupChoice({ ids, onDone }: GroupChoiceProps) {
  const words = customers.useWords()
  const { confirm } = common.useWords()
  const [group, setGroup] = useState<string | null>(null)
  const { data } = useQuery(trpc.admin.customerGroups.list.queryOptions({ limit: 200, expand: '' }))
  const add = useMutation(
    trpc.admin.customerGroups.addCustomers.mutationOptions({
      ...shownInPlace,
      onSuccess: () => {
        notifyDone(words.added(ids.length))
        onDone()
      },
    }),
  )
  return (
    <Stack>
      <Select
        label={words.group}
        data={data?.customer_groups.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={group}
        onChange={setGroup}
        data-autofocus
      />
      {add.isError && <ErrorState error={add.error} />}
      <Group justify="flex-end">
        <Button
          disabled={group === null}
          loading={add.isPending}
          onClick={() => group && add.mutate({ id: group, customer_ids: ids.map((id) => ({ id })) })}
        >
          {confirm}
        </Button>
      </Group>
    </Stack>
  )
}
