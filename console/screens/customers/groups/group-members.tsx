import { Title } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { useUndoableChange } from '#console/components/action/use-undoable-change.ts'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { customers } from '#console/strings/customers.ts'
import { customerName } from '../customer-name.ts'
import { nameAndEmailColumns } from '../name-and-email-columns.tsx'
import classes from './group-members.module.css'

const AddMembersDialog = lazyDialog(async () => (await import('./add-members-dialog.tsx')).AddMembersDialog)

const customerGroupRoute = getRouteApi('/shell/customers/groups/$id')

/** The customers of a group, with search. */
export function GroupMembers({ groupId }: { groupId: string }) {
  const words = customers.useWords()
  const list = useList(customerGroupRoute.useSearch())
  const shown = useRowList(
    list,
    trpc.admin.customerGroups.listCustomers.infiniteQueryOptions(
      { id: groupId, ...list.input, limit: 100, expand: '' },
      cursorPages,
    ),
    (page) => page.customers,
  )
  const { addCustomers, removeCustomers } = trpc.admin.customerGroups
  const { mutateAsync: remove } = useUndoableChange(removeCustomers, addCustomers, {
    textOf: ({ customer_ids }) => words.removed(customer_ids.length),
  })
  return (
    <section aria-label={words.members}>
      <div className={classes.head}>
        <Title order={2}>{words.members}</Title>
        <DialogButton
          needs="customerGroups.addCustomers"
          text={words.addMembers}
          dialog={(close) => <AddMembersDialog groupId={groupId} onClose={close} />}
        />
      </div>
      <ListScreen
        name="group-members"
        {...shown}
        columns={nameAndEmailColumns(words)}
        nameOf={customerName}
        page="/customers/$id"
        searchHint={words.searchHint}
        actions={[
          {
            name: words.removeMembers,
            run: async (selected) => {
              await remove({ id: groupId, customer_ids: selected.map(({ id }) => ({ id })) })
              return true
            },
          },
        ]}
        empty={{ title: words.members, hint: words.membersEmpty }}
      />
    </section>
  )
}
