import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'
import { AddButton } from '#console/components/action/add-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { ProcedureButton } from '#console/components/action/procedure-button.tsx'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { toneOfSetting } from '#console/components/status-tones.ts'
import { useRoleName } from '#console/components/use-role-name.ts'
import { access } from '#console/strings/access.ts'
import { settings } from '#console/strings/settings.ts'
import { customerName } from '../../customers/customer-name.ts'
import { DeleteRow } from '../delete-row.tsx'
import { EditRow } from '../edit-row.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { Invitations } from './invitations.tsx'

const InviteDialog = lazyDialog(async () => (await import('./invite-dialog.tsx')).InviteDialog)
const UserDialog = lazyDialog(async () => (await import('./user-dialog.tsx')).UserDialog)

const usersRoute = getRouteApi('/shell/settings/users')

export type User = RouterOutputs['admin']['users']['list']['users'][number]

export function UserList() {
  const words = access.useWords()
  const roleName = useRoleName()
  const shared = settings.useWords()
  const [opened, open] = useState<User>()
  const list = useList(usersRoute.useSearch())
  const { data: current } = useQuery(trpc.admin.auth.current.queryOptions())
  const may = useMay()
  const shown = useRowList(
    list,
    trpc.admin.users.list.infiniteQueryOptions({ ...list.input, limit: 100 }, cursorPages),
    (page) => page.users,
  )
  return (
    <SettingsPage
      title={shared.users}
      actions={
        <AddButton needs="invites.create" text={words.invite} dialog={(close) => <InviteDialog onClose={close} />} />
      }
    >
      <Stack gap="lg">
        <ListScreen
          name="users"
          {...shown}
          nameOf={customerName}
          onOpen={(user) => may('users.update') && open(user)}
          searchHint={words.userSearch}
          empty={{ title: shared.users }}
          buttons={{
            width: 'clamp(7.5rem, 32vw, 19rem)',
            of: (user) => (
              <>
                <EditRow
                  needs="users.update"
                  name={user.email}
                  visibleFrom="sm"
                  dialog={(close) => <UserDialog user={user} onClose={close} />}
                />
                {user.has_second_factor && user.id !== current?.user.id && (
                  <ProcedureButton
                    procedure={trpc.admin.users.resetSecondFactor}
                    input={{ id: user.id }}
                    text={words.resetSecondFactor}
                    label={words.resetSecondFactorOf(user.email)}
                    question={{ title: words.resetSecondFactorOf(user.email), text: words.resetSecondFactorText }}
                    isDangerous
                    done={words.resetSecondFactorDone}
                    visibleFrom="sm"
                  />
                )}
                {user.id !== current?.user.id && (
                  <DeleteRow
                    procedure={trpc.admin.users.delete}
                    input={{ id: user.id }}
                    name={user.email}
                    text={words.deleteUserText}
                  />
                )}
              </>
            ),
          }}
          columns={[
            { key: 'name', title: words.name, cell: customerName },
            { key: 'email', title: words.email, sort: 'email', cell: ({ email }) => email, isWideOnly: true },
            {
              key: 'role',
              title: words.role,
              width: '8rem',
              isWideOnly: true,
              cell: ({ role }) => <StatusBadge tone="quiet" text={roleName(role)} />,
            },
            {
              key: 'second_factor',
              title: words.secondFactor,
              width: '7rem',
              isWideOnly: true,
              cell: ({ has_second_factor: isOn }) => (
                <StatusBadge tone={toneOfSetting(isOn)} text={isOn ? words.secondFactorOn : words.secondFactorOff} />
              ),
            },
          ]}
        />
        <Invitations />
      </Stack>
      {opened && <UserDialog user={opened} onClose={() => open(undefined)} />}
    </SettingsPage>
  )
}
