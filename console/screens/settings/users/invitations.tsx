import { useQuery } from '@tanstack/react-query'
import { pageUrl } from '#console/app/address.ts'
import { trpc } from '#console/app/api.ts'
import { ProcedureButton } from '#console/components/action/procedure-button.tsx'
import { CopyTextButton } from '#console/components/copy-text-button.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { TONES } from '#console/components/status-tones.ts'
import { TableSection } from '#console/components/table-section.tsx'
import { Time } from '#console/components/time.tsx'
import { useRoleName } from '#console/components/use-role-name.ts'
import { access } from '#console/strings/access.ts'
import { DeleteRow } from '../delete-row.tsx'

/** The open invitations. An administrator can copy a link, because some shops send no e-mails. */
export function Invitations() {
  const words = access.useWords()
  const roleName = useRoleName()
  const { data, error } = useQuery(trpc.admin.invites.list.queryOptions())
  return (
    <TableSection
      title={words.invitations}
      error={error}
      rows={data?.invites}
      empty={words.noInvitations}
      buttons={({ id, user_email, token }) => (
        <>
          {token && (
            <CopyTextButton
              text={pageUrl(`invite?token=${encodeURIComponent(token)}`)}
              name={words.copyLink}
              label={words.copyLinkOf(user_email)}
            />
          )}
          <ProcedureButton
            procedure={trpc.admin.invites.resend}
            input={{ invite_id: id }}
            text={words.resend}
            label={words.resendOf(user_email)}
            done={words.invited}
          />
          <DeleteRow procedure={trpc.admin.invites.delete} input={{ invite_id: id }} name={user_email} />
        </>
      )}
      columns={[
        { key: 'email', title: words.email, cell: ({ user_email }) => user_email },
        { key: 'role', title: words.role, cell: ({ role }) => roleName(role), isWideOnly: true },
        {
          key: 'expires',
          title: words.validUntil,
          isWideOnly: true,
          cell: ({ expires_at }) =>
            expires_at < new Date() ? (
              <StatusBadge tone={TONES.validity.expired} text={words.expired} />
            ) : (
              <Time at={expires_at} />
            ),
        },
      ]}
    />
  )
}
