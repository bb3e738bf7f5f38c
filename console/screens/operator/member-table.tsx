import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfirm } from '#console/components/confirm.tsx'
import { TableSection } from '#console/components/table-section.tsx'
import { Time } from '#console/components/time.tsx'
import { operators } from '#console/strings/operators.ts'
import { AddedDialog } from './added-dialog.tsx'
import { operator, refresh } from './api.ts'

/** The persons that switch between this shop and others. */
export function MemberTable({ shop }: { shop: string }) {
  const words = operators.useWords()
  const confirm = useConfirm()
  const [isAdding, setAdding] = useState(false)
  const { data, error } = useQuery(operator.members.list.queryOptions({ shop }))
  const removal = useMutation(operator.members.remove.mutationOptions({ onSuccess: refresh }))
  const start = async (email: string) => {
    const text = words.removeMemberText
    if (await confirm({ title: words.removeTitle(email), text, action: words.remove, isDangerous: true }))
      removal.mutate({ shop, email })
  }
  return (
    <>
      <TableSection
        title={words.members}
        error={error}
        rows={data?.members.map((member) => ({ ...member, id: member.email }))}
        empty={words.noMembers}
        actions={
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            {words.addMember}
          </Button>
        }
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
      {isAdding && <AddedDialog shop={shop} onClose={() => setAdding(false)} />}
    </>
  )
}
