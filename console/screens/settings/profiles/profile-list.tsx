import { useQuery } from '@tanstack/react-query'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { AddButton } from '#console/components/action/add-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { TableSection } from '#console/components/table-section.tsx'
import { settings } from '#console/strings/settings.ts'
import { DeleteRow } from '../delete-row.tsx'
import { EditRow } from '../edit-row.tsx'
import { SettingsPage } from '../settings-page.tsx'

const ProfileDialog = lazyDialog(async () => (await import('./profile-dialog.tsx')).ProfileDialog)

export type Profile = RouterOutputs['admin']['shippingProfiles']['list']['shipping_profiles'][number]

export function ProfileList() {
  const words = settings.useWords()
  const { data, error } = useQuery(trpc.admin.shippingProfiles.list.queryOptions())
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  return (
    <SettingsPage
      title={words.profiles}
      width="detail"
      actions={
        <AddButton
          needs="shippingProfiles.create"
          text={words.newProfile}
          dialog={(close) => <ProfileDialog onClose={close} />}
        />
      }
    >
      <TableSection
        title={words.profiles}
        rows={data.shipping_profiles}
        empty={words.noProfiles}
        buttons={(profile) => (
          <>
            <EditRow
              needs="shippingProfiles.update"
              name={profile.name}
              dialog={(close) => <ProfileDialog profile={profile} onClose={close} />}
            />
            {profile.type === 'custom' && (
              <DeleteRow
                procedure={trpc.admin.shippingProfiles.delete}
                input={{ id: profile.id }}
                name={profile.name}
                restorable={{ resource: 'shipping_profile', id: profile.id }}
              />
            )}
          </>
        )}
        columns={[
          { key: 'name', title: words.name, cell: ({ name }) => name },
          { key: 'type', title: words.type, cell: ({ type }) => words[`type_${type}`], isWideOnly: true },
        ]}
      />
    </SettingsPage>
  )
}
