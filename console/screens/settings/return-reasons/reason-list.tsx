import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { AddButton } from '#console/components/action/add-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { TableSection } from '#console/components/table-section.tsx'
import { TranslateButton } from '#console/components/translations/translate-button.tsx'
import { translatedRow } from '#console/components/translations/translated-row.ts'
import { settings } from '#console/strings/settings.ts'
import { DeleteRow } from '../delete-row.tsx'
import { EditRow } from '../edit-row.tsx'
import { SettingsPage } from '../settings-page.tsx'

const ReasonDialog = lazyDialog(async () => (await import('./reason-dialog.tsx')).ReasonDialog)

export function ReasonList() {
  const words = settings.useWords()
  const { data, error } = useQuery(trpc.admin.returnReasons.list.queryOptions())
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  const roots = data.return_reasons
  const rows = roots.flatMap((root) => [root, ...(root.return_reason_children ?? [])])
  return (
    <SettingsPage
      title={words.returnReasons}
      width="detail"
      actions={
        <AddButton
          needs="returnReasons.create"
          text={words.newReason}
          dialog={(close) => <ReasonDialog parents={roots} onClose={close} />}
        />
      }
    >
      <TableSection
        title={words.returnReasons}
        rows={rows}
        empty={words.noReasons}
        buttons={(reason) => (
          <>
            <TranslateButton
              name={reason.label}
              rows={[translatedRow('return_reason', reason, ['label', 'description'])]}
            />
            <EditRow
              needs="returnReasons.update"
              name={reason.label}
              dialog={(close) => <ReasonDialog reason={reason} parents={roots} onClose={close} />}
            />
            <DeleteRow
              procedure={trpc.admin.returnReasons.delete}
              input={{ id: reason.id }}
              name={reason.label}
              restorable={{ resource: 'return_reason', id: reason.id }}
            />
          </>
        )}
        columns={[
          {
            key: 'label',
            title: words.label,
            cell: ({ label, description, parent_return_reason_id }) => (
              <div style={{ paddingInlineStart: parent_return_reason_id ? '1.5rem' : 0 }}>
                <Text size="sm" fw={500}>
                  {label}
                </Text>
                {description && (
                  <Text size="sm" c="var(--quiet)">
                    {description}
                  </Text>
                )}
              </div>
            ),
          },
          { key: 'value', title: words.value, cell: ({ value }) => value, isWideOnly: true },
        ]}
      />
    </SettingsPage>
  )
}
