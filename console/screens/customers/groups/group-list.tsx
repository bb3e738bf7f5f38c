import { getRouteApi } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { createdColumn } from '#console/components/list/columns.tsx'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { Page } from '#console/components/page.tsx'
import { customers } from '#console/strings/customers.ts'
import { CustomerTabs } from '../customer-tabs.tsx'

const NewGroupDialog = lazyDialog(async () => (await import('./new-group-dialog.tsx')).NewGroupDialog)

const customerGroupsRoute = getRouteApi('/shell/customers/groups')

export function CustomerGroupList() {
  const words = customers.useWords()
  const list = useList(customerGroupsRoute.useSearch())
  const shown = useRowList(
    list,
    trpc.admin.customerGroups.list.infiniteQueryOptions(
      { ...list.input, limit: 100, expand: '', created_at: list.dates('created_at') },
      cursorPages,
    ),
    (page) => page.customer_groups,
  )
  const newGroup = (
    <DialogButton
      needs="customerGroups.create"
      text={words.newGroup}
      variant="filled"
      size="sm"
      dialog={(close) => <NewGroupDialog onClose={close} />}
    />
  )
  return (
    <Page title={words.groups} actions={newGroup}>
      <CustomerTabs />
      <ListScreen
        name="customer-groups"
        {...shown}
        columns={[
          {
            key: 'name',
            title: words.name,
            sort: 'name',
            isLink: true,
            cell: ({ name }) => name,
          },
          createdColumn(words.groupSince, { sort: 'created_at', width: '11rem', isWideOnly: false }),
        ]}
        nameOf={({ name }) => name}
        page="/customers/groups/$id"
        searchHint={words.groupSearch}
        filters={[{ kind: 'dates', name: 'created_at', label: words.groupSince }]}
        empty={{ title: words.groups, hint: words.groupsEmpty }}
      />
    </Page>
  )
}
