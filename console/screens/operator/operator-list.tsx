import { Button, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Page } from '#console/components/page.tsx'
import { operators } from '#console/strings/operators.ts'
import { AddOperatorDialog } from './add-operator-dialog.tsx'
import { operator, refresh } from './api.ts'
import { OwnPassword } from './own-password.tsx'
import { PersonTable } from './person-table.tsx'

export function OperatorList() {
  const words = operators.useWords()
  const [isAdding, setAdding] = useState(false)
  const { data, error } = useQuery(operator.operators.list.queryOptions())
  const removal = useMutation(operator.operators.remove.mutationOptions({ onSuccess: refresh }))
  return (
    <Page
      title={words.operators}
      width="detail"
      actions={<Button onClick={() => setAdding(true)}>{words.addOperator}</Button>}
    >
      <Stack>
        <PersonTable
          title={words.operators}
          error={error}
          people={data?.operators}
          empty="–"
          removeText={words.removeOperatorText}
          onRemove={(email) => removal.mutate({ email })}
        />
        <OwnPassword />
      </Stack>
      {isAdding && <AddOperatorDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}
