import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { operators } from '#console/strings/operators.ts'
import { AddMemberDialog } from './add-member-dialog.tsx'
import { operator, refresh } from './api.ts'
import { PersonTable } from './person-table.tsx'

/** The persons that switch between this shop and others. */
export function MemberTable({ shop }: { shop: string }) {
  const words = operators.useWords()
  const [isAdding, setAdding] = useState(false)
  const { data, error } = useQuery(operator.members.list.queryOptions({ shop }))
  const removal = useMutation(operator.members.remove.mutationOptions({ onSuccess: refresh }))
  return (
    <>
      <PersonTable
        title={words.members}
        error={error}
        people={data?.members}
        empty={words.noMembers}
        removeText={words.removeMemberText}
        onRemove={(email) => removal.mutate({ shop, email })}
        actions={
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            {words.addMember}
          </Button>
        }
      />
      {isAdding && <AddMemberDialog shop={shop} onClose={() => setAdding(false)} />}
    </>
  )
}
