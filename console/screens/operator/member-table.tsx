import { useQuery } from '@tanstack/react-query'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { operators } from '#console/strings/operators.ts'
import { operator } from './api.ts'
import { PersonTable } from './person-table.tsx'

const AddMemberDialog = lazyDialog(async () => (await import('./add-member-dialog.tsx')).AddMemberDialog)

/** The persons that switch between this shop and others. */
export function MemberTable({ shop }: { shop: string }) {
  const words = operators.useWords()
  const { data, error } = useQuery(operator.members.list.queryOptions({ shop }))
  return (
    <PersonTable
      title={words.members}
      error={error}
      people={data?.members}
      empty={words.noMembers}
      removeText={words.removeMemberText}
      removal={operator.members.remove}
      inputOf={(email) => ({ shop, email })}
      actions={
        <DialogButton
          needs={operator.members.add.mutationKey()}
          text={words.addMember}
          dialog={(close) => <AddMemberDialog shop={shop} onClose={close} />}
        />
      }
    />
  )
}
