import { Button, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfirm } from '#console/components/confirm.tsx'
import { Page } from '#console/components/page.tsx'
import { TableSection } from '#console/components/table-section.tsx'
import { Time } from '#console/components/time.tsx'
import { operators } from '#console/strings/operators.ts'
import { AddedDialog } from './added-dialog.tsx'
import { operator, refresh } from './api.ts'
import { OwnPassword } from './own-password.tsx'

export function OperatorList() {
  const words = operators.useWords()
  const confirm = useConfirm()
  const [isAdding, setAdding] = useState(false)
  const { data, error } = useQuery(operator.operators.list.queryOptions())
  const removal = useMutation(operator.operators.remove.mutationOptions({ onSuccess: refresh }))
  const start = async (email: string) => {
    const text = words.removeOperatorText
    if (await confirm({ title: words.removeTitle(email), text, action: words.remove, isDangerous: true }))
      removal.mutate({ email })
  }
  return (
    <Page
      title={words.operators}
      width="detail"
      actions={<Button onClick={() => setAdding(true)}>{words.addOperator}</Button>}
    >
      <Stack>
        <TableSection
          title={words.operators}
          error={error}
          rows={data?.operators.map((one) => ({ ...one, id: one.email }))}
          empty="–"
          columns={[
            { key: 'email', title: words.email, cell: ({ email }) => email },
            { key: 'since', title: words.since, isWideOnly: true, cell: ({ created_at }) => <Time at={created_at} /> },
          ]}
          buttons={({ email }) => (
            <Button size="xs" variant="subtle" color="red.9" onClick={() => void start(email)}>
              {words.remove}
            </Button>
          )}
        />
        <OwnPassword />
      </Stack>
      {isAdding && <AddedDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}
